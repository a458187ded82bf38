/** Tells people whose browser runs no scripts why they cannot send the form. */
export function NeedsScripts({ className }: { className?: string }) {
  return (
    <noscript>
      <p className={className}>This form needs JavaScript. Please turn it on in your browser.</p>
    </noscript>
  );
}

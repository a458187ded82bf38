/** A ticket's code in letters; where it does not fit in a line it breaks in the middle. */
export function PrintedCode({ code }: { code: string }) {
  const middle = Math.ceil(code.length / 2);
  return (
    <code className="block font-mono text-sm leading-snug text-ink">
      {code.slice(0, middle)}
      <wbr />
      {code.slice(middle)}
    </code>
  );
}

/** A ticket's code as text. A code that does not fit in one line breaks into two equal halves. */
export function PrintedCode({ code }: { code: string }) {
  const middle = Math.ceil(code.length / 2);
  return (
    <code className="block font-mono text-sm leading-snug">
      {/* The line must not break at a hyphen of the code. */}
      <span className="whitespace-nowrap">{code.slice(0, middle)}</span>
      <wbr />
      <span className="whitespace-nowrap">{code.slice(middle)}</span>
    </code>
  );
}

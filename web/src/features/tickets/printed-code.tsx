/** A ticket's code as text. When it does not fit in one line, it breaks into two equal halves. */
export function PrintedCode({ code }: { code: string }) {
  const middle = Math.ceil(code.length / 2);
  return (
    <code className="block font-mono text-sm leading-snug">
      {code.slice(0, middle)}
      <wbr />
      {code.slice(middle)}
    </code>
  );
}

import { formatShortCode } from '@foyer/contract/text/short-code.ts';

export interface PrintedCodeProps {
  /** A copy of a ticket that an older Foyer stored in this browser has no short code. */
  code: string | undefined;
}

export function PrintedCode({ code }: PrintedCodeProps) {
  if (code === undefined) return null;
  return (
    <code className="block font-mono text-base leading-snug tracking-wider whitespace-nowrap">
      {formatShortCode(code)}
    </code>
  );
}

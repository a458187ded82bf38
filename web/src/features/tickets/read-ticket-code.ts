const code = /^[A-Za-z0-9_-]{16,64}$/;
const verifyPath = '/tickets/verify/';

/** Whether the text could be a ticket's code. */
export function isTicketCode(text: string): boolean {
  return code.test(text);
}

/** The code in what was typed or scanned: the bare code, or the address that a QR code holds; else null. */
export function readTicketCode(typed: string): string | null {
  const text = typed.trim();
  const at = text.indexOf(verifyPath);
  const candidate = at < 0 ? text : (text.slice(at + verifyPath.length).split(/[/?#]/)[0] ?? '');
  return isTicketCode(candidate) ? candidate : null;
}

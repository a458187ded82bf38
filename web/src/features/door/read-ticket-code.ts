const code = /^[A-Za-z0-9_-]{16,64}$/;
const verifyPath = '/tickets/verify/';

/** Whether the text could be a ticket's code. */
export function isTicketCode(text: string): boolean {
  return code.test(text);
}

/** The code in what was scanned: the bare code, or the address that a QR code holds; else null. */
export function readTicketCode(scanned: string): string | null {
  const text = scanned.trim();
  const at = text.indexOf(verifyPath);
  const candidate = at < 0 ? text : (text.slice(at + verifyPath.length).split(/[/?#]/)[0] ?? '');
  return isTicketCode(candidate) ? candidate : null;
}

/** The same of what was typed by hand: a phone shows the code in two lines, which some type as two words. */
export function readTypedTicketCode(typed: string): string | null {
  return readTicketCode(typed.replaceAll(/\s/g, ''));
}

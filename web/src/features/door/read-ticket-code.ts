const code = /^[A-Za-z0-9_-]{16,64}$/;
const verifyPath = '/tickets/verify/';

/** Whether the text could be a ticket's code. */
export function isTicketCode(text: string): boolean {
  return code.test(text);
}

/** Reads the code from a scanned text: the code alone, or the address in a QR code. Null when there is none. */
export function readTicketCode(scanned: string): string | null {
  const text = scanned.trim();
  const at = text.indexOf(verifyPath);
  const candidate = at < 0 ? text : (text.slice(at + verifyPath.length).split(/[/?#]/)[0] ?? '');
  return isTicketCode(candidate) ? candidate : null;
}

/** Reads a typed code. Spaces are ignored, because phones show the code in two lines. */
export function readTypedTicketCode(typed: string): string | null {
  return readTicketCode(typed.replaceAll(/\s/g, ''));
}

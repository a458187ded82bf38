const code = /^[A-Za-z0-9_-]{16,64}$/;
const verifyPath = '/tickets/verify/';

export function isTicketCode(text: string): boolean {
  return code.test(text);
}

/**
 * Finds the ticket code in a scanned text: a code alone, or a web address with a code. Returns null for any
 * other text.
 */
export function readTicketCode(scanned: string): string | null {
  const text = scanned.trim();
  const at = text.indexOf(verifyPath);
  const candidate = at < 0 ? text : (text.slice(at + verifyPath.length).split(/[/?#]/)[0] ?? '');
  return isTicketCode(candidate) ? candidate : null;
}

/**
 * Finds the ticket code in a typed text. Spaces are ignored: phones show the code in two lines, so people type a space
 * between them.
 */
export function readTypedTicketCode(typed: string): string | null {
  return readTicketCode(typed.replaceAll(/\s/g, ''));
}

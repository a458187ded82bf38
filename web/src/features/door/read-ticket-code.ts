const code = /^[A-Za-z0-9_-]{16,64}$/;
const verifyPath = '/tickets/verify/';

/** People type short codes. QR codes never contain short codes. */
const shortCode = /^[0-9A-Za-z]{10}$/;

/** Whether the text is a ticket code or a short code. */
export function isTicketCode(text: string): boolean {
  return code.test(text) || shortCode.test(text);
}

/**
 * Finds the ticket code in a scanned text: a code alone, or a web address with a code. Returns null for any
 * other text.
 */
export function readTicketCode(scanned: string): string | null {
  const text = scanned.trim();
  const at = text.indexOf(verifyPath);
  const candidate = at < 0 ? text : (text.slice(at + verifyPath.length).split(/[/?#]/)[0] ?? '');
  return code.test(candidate) ? candidate : null;
}

/**
 * Finds the ticket code or the short code in a typed text. Ignores spaces, because both kinds of codes are printed in
 * two parts. In short codes, ignores hyphens too.
 */
export function readTypedTicketCode(typed: string): string | null {
  const text = typed.replaceAll(/\s/g, '');
  const short = text.replaceAll('-', '');
  return shortCode.test(short) ? short.toUpperCase() : readTicketCode(text);
}

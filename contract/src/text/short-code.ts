/** Writes a short code in groups of five, such as `4T7WQ 2K9XM`, which are easier to read aloud and to type. */
export function formatShortCode(code: string): string {
  return code.replace(/.{5}(?=.)/g, '$& ');
}

/** Writes a short code in two parts, such as `4T7WQ 2K9XM`, which are easier to read aloud and to type. */
export function formatShortCode(code: string): string {
  return `${code.slice(0, 5)} ${code.slice(5)}`;
}

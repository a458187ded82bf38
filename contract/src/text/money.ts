/**
 * Writes an amount in pounds, such as `£1,644.20` or `−£20.00`, for pages, mails and PDFs. Numbers of the API and of
 * CSV files have no such form.
 */
export function writeMoney(pence: number): string {
  const pounds = (Math.abs(pence) / 100).toFixed(2);
  return `${pence < 0 ? '−' : ''}£${pounds.replace(/\B(?=(\d{3})+\.)/g, ',')}`;
}

/**
 * Says whether buyers can cancel paid tickets, and until when.
 * @param until null when they cannot
 * @param now milliseconds since 1970
 * @param write writes a time with its date
 */
export function describeCancelling(
  until: string | null,
  now: number,
  write: (time: string) => string,
): string {
  return until !== null && Date.parse(until) > now
    ? `You can cancel tickets and get your money back until ${write(until)}.`
    : 'Paid tickets for this event cannot be cancelled.';
}

/** Returns the web address in a ticket's QR code: the page on which the staff at the door check the ticket. */
export function verifyAddress({ publicUrl }: { publicUrl: string }, ticketCode: string): string {
  return `${publicUrl}/tickets/verify/${ticketCode}`;
}

/** The address in a ticket's QR code: the page where the door checks the ticket. */
export function verifyAddress({ publicUrl }: { publicUrl: string }, ticketCode: string): string {
  return `${publicUrl}/tickets/verify/${ticketCode}`;
}

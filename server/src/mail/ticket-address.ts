export function verifyAddress({ publicUrl }: { publicUrl: string }, ticketCode: string): string {
  return `${publicUrl}/tickets/verify/${ticketCode}`;
}

/**
 * The path of the picture that other sites show for a link to an event. Sites keep pictures by their address, so a
 * changed event has another address.
 */
export function writeSharePath({ id, updated_at }: { id: number; updated_at: string }): string {
  return `/share/events/${id}.jpg?v=${Math.floor(Date.parse(updated_at) / 1000)}`;
}

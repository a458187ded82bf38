/**
 * The web address of a map that searches for the event's place; null for online events and events without a place.
 */
export function findMapAddress(location: string | null): string | null {
  const place = location?.trim();
  if (!place || /^(online|https?:)/i.test(place)) return null;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}

/** A map that looks for the event's place; null for an event that has none on earth. */
export function findMapAddress(location: string | null): string | null {
  const place = location?.trim();
  if (!place || /^(online|https?:)/i.test(place)) return null;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}

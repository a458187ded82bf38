/** The moment of a wall-clock time in a zone, so many days from today there. */
export function findTimeInZone(
  today: { now: Date; timeZone: string },
  wanted: { days: number; time: string },
): Date {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: today.timeZone }).format(today.now);
  const wall = new Date(`${day}T${wanted.time}:00Z`);
  wall.setUTCDate(wall.getUTCDate() + wanted.days);
  // The zone's offset is asked for at about the moment in question, since it changes with the seasons.
  return new Date(wall.getTime() - findOffset(wall, today.timeZone));
}

/** How many milliseconds the zone's clocks are ahead of UTC at that moment. */
function findOffset(moment: Date, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(shown ?? '') ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

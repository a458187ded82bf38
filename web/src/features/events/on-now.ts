export interface Times {
  start_time: string;
  end_time: string;
}

/** @param now milliseconds since 1970 */
export function isOnNow({ start_time, end_time }: Times, now: number): boolean {
  return Date.parse(start_time) <= now && now < Date.parse(end_time);
}

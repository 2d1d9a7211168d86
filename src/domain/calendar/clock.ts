const CLOCK = /^(\d{2}):(\d{2})$/;

/** Minutes since midnight of `HH:mm` (24:00 = 1440), or null where it is no time of a day. */
export function minutesOf(clock: string): number | null {
  const match = CLOCK.exec(clock);
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= 1440 ? minutes : null;
}

/** `HH:mm` of minutes since midnight. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

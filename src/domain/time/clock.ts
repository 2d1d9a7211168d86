const CLOCK = /^(\d{2}):(\d{2})$/;

/** Minutes since midnight of `HH:mm` (24:00 = 1440), or null where it is no time of a day. */
export function minutesOf(clock: string): number | null {
  const match = CLOCK.exec(clock);
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= 1440 ? minutes : null;
}

/** A number as two digits, `07`. */
export const two = (n: number): string => String(n).padStart(2, '0');

/** `HH:mm` of minutes since midnight. */
export const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** `HH:00` of an hour of the day, 0 to 24. */
export const hourText = (hour: number): string => `${two(hour)}:00`;

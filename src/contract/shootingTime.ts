import * as z from 'zod';

// Other products put a fixed date before the time of day; it says nothing and is dropped.
const clock = z
  .string()
  .regex(/^(?:\d{4}-\d{2}-\d{2}[ T])?(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?|24:00(?::00)?)$/);

const part = z.strictObject({
  begin: clock,
  end: clock,
  /** Minutes from one picture to the next. */
  minutes: z.int().min(1).max(1440),
});
export type ShootingTime = z.output<typeof part>;

/** The parts of a day in which a camera takes pictures, local time of the site. */
export const shootingTimes = z.strictObject({ segments: z.array(part).min(1).max(24) });
export type ShootingTimes = z.output<typeof shootingTimes>;

export const WORKING_HOURS: ShootingTimes = {
  segments: [{ begin: '08:00', end: '18:00', minutes: 30 }],
};

const plain = (text: string): string =>
  text
    .slice(-8)
    .replace(/^.*[ T]/, '')
    .slice(0, 5);

/** The same times as `HH:mm`, in order. */
export const plainTimes = ({ segments }: ShootingTimes): ShootingTimes => ({
  segments: segments
    .map(({ begin, end, minutes }) => ({ begin: plain(begin), end: plain(end), minutes }))
    .toSorted((a, b) => a.begin.localeCompare(b.begin)),
});

/** What is wrong with times that are plain: an end before its begin, or two that overlap; undefined = nothing. */
export function timesFault({
  segments,
}: ShootingTimes): { readonly zh: string; readonly en: string } | undefined {
  const empty = segments.find((one) => one.end <= one.begin);
  if (empty)
    return {
      zh: `${empty.begin} – ${empty.end} 结束不晚于开始`,
      en: `${empty.begin} – ${empty.end} ends before it begins`,
    };
  const i = segments.findIndex((one, at) => one.begin < (segments[at - 1]?.end ?? ''));
  const [one, other] = [segments[i - 1], segments[i]];
  return one && other
    ? {
        zh: `${one.begin} – ${one.end} 与 ${other.begin} – ${other.end} 重叠`,
        en: `${one.begin} – ${one.end} and ${other.begin} – ${other.end} overlap`,
      }
    : undefined;
}

import * as z from 'zod';

// Energy is known by the quarter of an hour: a shift begins and ends on one.
const quarter = z.string().regex(/^(?:[01]\d|2[0-3]):(?:00|15|30|45)$/);

const shortName = z.string().min(1).max(20);

const shift = z.strictObject({
  name: shortName,
  /** For who reads English (decision 96). */
  nameEn: shortName.optional(),
  begin: quarter,
  end: quarter,
});
/**
 * A shift of a day, local time `HH:mm`. An end that is not after the begin lies on the next day (22:00 to 06:00; 08:00 to
 * 08:00 is a whole day). It belongs to the day on which it begins.
 */
export type Shift = z.output<typeof shift>;

/**
 * The shifts of a day, in order, and the crews where they take turns: `cycle[d][s]` is the crew of the shift `s` on the
 * day `d` of the cycle, null = nobody; the cycle begins anew every `cycle.length` days, day 0 is the `validFrom` of the
 * version. Without `cycle` the crews are not told.
 */
export const shiftPlan = z.strictObject({
  shifts: z.array(shift).min(1).max(12),
  /** English names of crews, by their name. */
  crewsEn: z.record(shortName, shortName).optional(),
  cycle: z.array(z.array(shortName.nullable()).max(12)).min(1).max(60).optional(),
});
export type ShiftPlan = z.output<typeof shiftPlan>;

/** Night, morning and middle shift of eight hours. */
export const THREE_SHIFTS: ShiftPlan = {
  shifts: [
    { name: '早班', nameEn: 'Morning shift', begin: '08:00', end: '16:00' },
    { name: '中班', nameEn: 'Late shift', begin: '16:00', end: '00:00' },
    { name: '夜班', nameEn: 'Night shift', begin: '00:00', end: '08:00' },
  ],
};

/** The English names of crews by their name: a crew may be called as a property of every object is. */
export const crewNamesEn = ({ crewsEn = {} }: ShiftPlan): ReadonlyMap<string, string> =>
  new Map(Object.entries(crewsEn));

/** The crews of a plan, each once. */
export const crewsOf = ({ cycle = [] }: ShiftPlan): string[] =>
  [...new Set(cycle.flat())].filter((crew) => crew !== null);

/** A plan as somebody reads it who has chosen English: with the second names, where there are any. */
export function inEnglish(plan: ShiftPlan): ShiftPlan {
  const { shifts, cycle } = plan;
  const english = crewNamesEn(plan);
  return {
    shifts: shifts.map((one) => ({ ...one, name: one.nameEn ?? one.name })),
    ...(cycle && { cycle: cycle.map((crews) => crews.map((crew) => crew && (english.get(crew) ?? crew))) }),
  };
}

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Minutes of the day at which a shift begins and ends; the end may lie beyond 1440, on the next day. */
export function minutesOf({ begin, end }: Shift): { readonly from: number; readonly to: number } {
  const from = minutes(begin);
  const to = minutes(end);
  return { from, to: to > from ? to : to + 1440 };
}

/** What is wrong with a plan beyond its form, in words; undefined = nothing. */
export function planFault(plan: ShiftPlan): { readonly zh: string; readonly en: string } | undefined {
  // Sums are by name: in neither language may two be one.
  const twiceIn = (names: readonly string[]): string | undefined =>
    names.find((name, i) => names.indexOf(name) !== i);
  const english = crewNamesEn(plan);
  const crew = twiceIn(crewsOf(plan).map((name) => english.get(name) ?? name));
  if (crew !== undefined) return { zh: `两个班组同名：${crew}`, en: `two crews are named ${crew}` };
  const namesOf = ({ shifts }: ShiftPlan): string[] => shifts.map((one) => one.name);
  const twice = twiceIn(namesOf(plan)) ?? twiceIn(namesOf(inEnglish(plan)));
  if (twice !== undefined) return { zh: `两个班次同名：${twice}`, en: `two shifts are named ${twice}` };
  // Every minute of the clock belongs to one shift at most.
  const owner = new Map<number, string>();
  for (const one of plan.shifts) {
    const { from, to } = minutesOf(one);
    for (let at = from; at < to; at += 15) {
      const other = owner.get(at % 1440);
      if (other !== undefined)
        return { zh: `${other} 与 ${one.name} 时间重叠`, en: `${other} and ${one.name} overlap` };
      owner.set(at % 1440, one.name);
    }
  }
  const day = plan.cycle?.findIndex((crews) => crews.length !== plan.shifts.length) ?? -1;
  if (day >= 0)
    return {
      zh: `轮班第 ${day + 1} 天应有 ${plan.shifts.length} 个班次`,
      en: `day ${day + 1} of the cycle must name ${plan.shifts.length} shifts`,
    };
  return undefined;
}

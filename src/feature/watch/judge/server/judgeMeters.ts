import { groupedBy } from '#domain/group.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import {
  codesOf,
  judge,
  judgeSilence,
  type Judged,
  lookBack,
  reachOf,
  REOPEN_MS,
  rewindStart,
  type Rewind,
  versionAt,
} from '#domain/alarm/judge.ts';
import { NORMAL } from '#domain/alarm/machine.ts';
import { clearedAtOf } from '#domain/alarm/occurrence.ts';
import type { Reading } from '#domain/alarm/past.ts';
import { HOLD_STEPS, silentAfterMs } from '#domain/alarm/settings.ts';
import { gaugesOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { listensSince } from '#server/ownClock.ts';
import { calmAmong } from './calm.ts';
import { type Assignment, type KeptRecord, type Progress, recordsSince } from './load.ts';
import type { SignalAssignment } from './signalLoad.ts';
import { freshUntil } from './fresh.ts';

/** An interval in which readings of a meter came, went or changed (ms); null = only the clock went on. */
export type Touched = { readonly from: number; readonly to: number } | null;

/** A meter that is to be looked at, with the rules that are put to it. */
export interface Look {
  readonly progress: Progress;
  readonly touched: Touched;
  /** When something newer than all before came, by our clock (ms), in order; none = nothing did. */
  readonly heard: readonly number[];
  /** More that it sent may wait: time alone changes nothing. */
  readonly behind: boolean;
  readonly assignments: readonly Assignment[];
  /** Compositions that are put to other meters look at it. */
  readonly watched: boolean;
}

/** A rule on a meter, or on a signal point. */
export type AnyAssignment = Assignment | SignalAssignment;

/** What a rule says of a meter now; `dueAt` is by our clock. */
export interface Verdict extends Judged {
  readonly on: AnyAssignment;
  /** What was recorded before, as far as it was looked at. */
  readonly records: readonly KeptRecord[];
  /** ms: up to where it had been judged before. */
  readonly judgedTo: number;
  /** ms by our clock: until when what is known of the object tells of the present. */
  readonly freshTo: number;
}

/** Data older than this are kept, but nobody is to act on them: they are not judged again. */
export const OLDEST_MS = 92 * DAY_MS;

const isSilence = (on: Assignment): boolean => on.versions.at(-1)?.rule.method === 'silent';
/** Whether a rule judges figures of hours or days; those are looked at when they are folded (`figure.ts`). */
export const isFigure = (on: Assignment): boolean => on.versions.at(-1)?.rule.figure !== undefined;
/** Whether a rule judges figures or positions beside values; those have their own way (`mixed.ts`). */
export const isMixed = (on: AnyAssignment): boolean => on.versions.some(({ rule }) => rule.mixed);
const isElsewhere = (on: Assignment): boolean => isFigure(on) || isMixed(on);
const codesAskedOf = (assignments: readonly Assignment[]): string[] => [
  ...new Set(
    assignments.flatMap((on) => on.versions.flatMap(({ rule }) => (rule.figure ? [] : codesOf(rule)))),
  ),
];
/** How far before an instant readings of a meter must be known to judge its rules there, ms. */
const lookBackOn = (assignments: readonly Assignment[]): number =>
  Math.max(0, ...assignments.map(({ versions }) => lookBack(versions)));

/**
 * Judges the rules of some meters on what was touched of them.
 * @param now ms by our clock, to which the clocks of the meters are compared; null where it is in doubt
 */
export async function judgeMeters(
  trx: Db,
  looks: readonly Look[],
  now: number,
  inDoubt: boolean,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const late = new Set(looks.filter(({ touched, progress }) => touched && touched.from <= progress.judgedTo));
  const tails = looks.filter((look) => !late.has(look));
  const since = new Map(looks.map(({ progress }) => [progress.ammeterId, progress.judgedTo - REOPEN_MS]));
  const records = groupedBy(await recordsSince(trx, since), keyOf);
  const calm = inDoubt ? new Set() : await calmAmong(trx, tails, (on) => records.has(keyOf(on)));
  const asked = tails.map((look) => ({
    ...look,
    assignments: look.assignments.filter((on) => !calm.has(on) && !isElsewhere(on)),
  }));
  const windows = asked.flatMap(({ progress: { ammeterId, judgedTo }, touched, assignments }) =>
    touched && touched.to > judgedTo && codesAskedOf(assignments).length > 0
      ? [{ meterId: ammeterId, from: judgedTo + 1 - lookBackOn(assignments), to: touched.to }]
      : [],
  );
  const codes = codesAskedOf(asked.flatMap(({ assignments }) => assignments));
  const readings = await gaugesOver(trx, windows, codes);
  const listens = looks.some(({ assignments }) => assignments.some(isSilence)) ? await listensSince(trx, now) : null; // prettier-ignore
  for (const look of looks) {
    const clock = inDoubt || look.behind ? null : now;
    for (const on of look.assignments) {
      if (!on.on || isElsewhere(on) || calm.has(on)) continue;
      const own = records.get(keyOf(on)) ?? [];
      const judged = isSilence(on)
        ? silence(look, on, own, clock, { inDoubt, listens })
        : late.has(look)
          ? await again(trx, look, on, clock, now)
          : goOn(look, on, own, readings.get(on.ammeterId) ?? [], clock);
      const at = isSilence(on) ? clock : meterClock(look, clock);
      const { heardAt, judgedTo } = look.progress;
      const freshTo = freshUntil(Math.max(judgedTo, look.touched?.to ?? 0), HOLD_STEPS * on.stepMs);
      verdicts.push({
        on,
        ...judged,
        dueAt: dueByUs(judged, at, now),
        records: own,
        judgedTo: isSilence(on) ? heardAt : judgedTo,
        freshTo: isSilence(on) ? Infinity : freshTo,
      });
    }
  }
  return verdicts;
}

/** While our clock is in doubt, it is looked again after. */
const DOUBT_MS = 60_000;

/** When time alone changes something, by our clock instead of that of the meter. */
function dueByUs({ dueAt }: Judged, at: number | null, now: number): number | null {
  if (at === null) return now + DOUBT_MS;
  // What is due at an instant is so when it is over.
  return dueAt === null ? null : now + Math.max(0, dueAt - at) + 1;
}

type Keyed =
  | Pick<Assignment, 'alarmId' | 'ammeterId'>
  | { readonly alarmId: number; readonly point: { readonly id: number } };

/** The rule and the object that a state or a record belongs to; the shelf has the same keys. */
export const keyOf = (one: Keyed): string =>
  'point' in one ? `${one.alarmId} s${one.point.id}` : `${one.alarmId} ${one.ammeterId}`;

export const standingOf = (on: Assignment, judgedTo: number, records: readonly KeptRecord[]) => ({
  judgedTo,
  state: on.state,
  records,
  treatedAt: records.flatMap(({ treatedAt }) => treatedAt ?? []),
});

/** Clocks of devices may be so much ahead of ours; what is stamped later is judged when our clock has come there. */
export const AHEAD_MS = 5000;

/** The clock of a meter: what its newest reading was stamped, and the time since it arrived; hardly ahead of ours. */
const meterClock = ({ progress, touched, heard }: Look, now: number | null): number | null => {
  if (now === null) return null;
  const newest = Math.max(progress.judgedTo, touched?.to ?? 0);
  return clockNow(newest, heard.at(-1) ?? progress.heardAt, now);
};

/** What a clock shows that showed an instant when it was heard of; all in ms, the last two by ours. */
export const clockNow = (newest: number, heardAt: number, now: number): number =>
  Math.min(newest + Math.max(0, now - heardAt), Math.max(newest, now + AHEAD_MS));

function goOn(
  look: Look,
  on: Assignment,
  records: readonly KeptRecord[],
  readings: readonly Reading[],
  now: number | null,
): Judged {
  const standing = standingOf(on, look.progress.judgedTo, records);
  return judge(on.versions, standing, readings, meterClock(look, now), null);
}

function silence(
  { progress: { heardAt }, heard }: Look,
  on: Assignment,
  records: readonly KeptRecord[],
  now: number | null,
  { inDoubt, listens }: { readonly inDoubt: boolean; readonly listens: number | null },
): Judged {
  const since = inDoubt ? [] : heard;
  // Where the product stood still nobody listened: quiet counts from when it runs again, unless it was found before.
  const [first = Infinity] = since;
  const found = records.some((one) => !one.withdrawn && clearedAtOf(one) === null);
  const anew = listens !== null && listens > heardAt && listens <= Math.min(first, now ?? Infinity) && !found;
  const before = anew ? listens : heardAt;
  const standing = standingOf(anew ? { ...on, state: NORMAL } : on, before, records);
  return judgeSilence(on.versions, standing, { before, since, silentAfterMs: silentAfterMs(on) }, now);
}

/** Judges again what came late or was changed, from before everything that it could touch to where nothing differs. */
async function again(
  trx: Db,
  look: Look,
  on: Assignment,
  clock: number | null,
  now: number,
): Promise<Judged> {
  const { progress, touched } = look;
  if (!touched) throw new Error('nothing was touched');
  const { judgedTo } = progress;
  const reach = reachOf(on.versions);
  const oldest = now - OLDEST_MS;
  const { to } = touched;
  const { start, records } = await startOf(trx, on, Math.max(touched.from, oldest), reach);
  const newest = Math.max(judgedTo, to);
  const rewind: Rewind = { start: Math.max(start, oldest), to };
  const standing = standingOf(on, judgedTo, records);
  const codes = codesAskedOf([on]);
  const back = lookBack(on.versions);
  // The first look ends soon after the change, as there nothing differs most times; the last ends at the present.
  for (let span = Math.max(reach, REOPEN_MS) * 2 + back; ; span *= 4) {
    const end = Math.min(newest, to + span);
    const window = { meterId: on.ammeterId, from: rewind.start - back, to: end };
    const readings = await gaugesOver(trx, [window], codes);
    const present = end >= newest;
    const at = present ? meterClock(look, clock) : null;
    const judged = judge(on.versions, standing, readings.get(on.ammeterId) ?? [], at, rewind);
    if (judged.settled || present) return judged;
  }
}

/** Where judging begins again, with all records since. */
export async function startOf(
  trx: Db,
  on: Assignment,
  from: number,
  reach: number,
): Promise<{ start: number; records: readonly KeptRecord[] }> {
  for (let since = from - reach - REOPEN_MS; ;) {
    const all = await recordsSince(trx, new Map([[on.ammeterId, since]]));
    const records = all.filter((one) => one.alarmId === on.alarmId);
    const start = rewindStart(from, reach, records);
    if (start - REOPEN_MS >= since) return { start, records };
    since = start - REOPEN_MS;
  }
}

/** The version of a rule that raised a record. */
export const versionOf = (on: AnyAssignment, raisedAt: number) => versionAt(on.versions, raisedAt);

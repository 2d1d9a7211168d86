import { type Kept, type Woven, weave } from '#domain/signal/course.ts';
import { type Sample } from '#domain/signal/sample.ts';
import { DAY_MS, HOUR_MS } from '#domain/time/duration.ts';

/** Samples of a point that lie close together. */
export interface Part {
  readonly pointId: number;
  readonly news: readonly Sample[];
  /** Whole hours in UTC around them, ms: [from, to). */
  readonly from: number;
  readonly to: number;
}

/** What is kept of a part, as the database tells it. */
export interface KeptPart extends Omit<Kept, 'heard' | 'nextHeard'> {
  readonly pointId: number;
  readonly hours: readonly HeardHour[];
  /** The first hour behind the part with instants. */
  readonly nextHour: HeardHour | null;
}

/** The instants of an hour at which a position was heard that was known already: ms since its begin. */
export interface HeardHour {
  /** ms: the begin of the hour in UTC. */
  readonly hour: number;
  readonly instants: readonly number[];
}

/** What is to be written of a point. */
export interface Writes {
  readonly pointId: number;
  readonly gone: readonly number[];
  readonly changes: readonly Sample[];
  /** Hours as they are to be; one without instants goes. */
  readonly hours: readonly HeardHour[];
}

/** Samples further apart are woven one after the other, so that what lies between is not read. */
const APART_MS = DAY_MS;

const hourOf = (ts: number): number => Math.floor(ts / HOUR_MS) * HOUR_MS;

/** Samples by point and time, in rounds: no round holds two parts of a point. */
export function roundsOf(byPoint: ReadonlyMap<number, readonly Sample[]>): Part[][] {
  const rounds: Part[][] = [];
  for (const [pointId, samples] of byPoint) {
    let n = 0;
    let news: Sample[] = [];
    const close = (): void => {
      const [first, last] = [news[0], news.at(-1)];
      if (first && last)
        (rounds[n++] ??= []).push({ pointId, news, from: hourOf(first.ts), to: hourOf(last.ts) + HOUR_MS });
      news = [];
    };
    for (const sample of samples.toSorted((a, b) => a.ts - b.ts)) {
      const last = news.at(-1);
      if (last && sample.ts - last.ts > APART_MS) close();
      news.push(sample);
    }
    close();
  }
  return rounds;
}

const instantsOf = ({ hour, instants }: HeardHour): number[] => instants.map((offset) => hour + offset);

/** Weaves a part into what is kept, and tells what is to be written. */
export function writesOf(part: Part, kept: KeptPart): { readonly woven: Woven; readonly writes: Writes } {
  const { pointId, nextHour } = kept;
  const woven = weave(
    {
      ...kept,
      heard: kept.hours.flatMap(instantsOf),
      nextHeard: nextHour ? (instantsOf(nextHour)[0] ?? null) : null,
    },
    part.news,
  );
  const { becomesChange, becomesHeard } = woven;
  const stays = new Set(woven.changes.map(({ ts }) => ts));
  const gone = kept.changes.flatMap(({ ts }) => (stays.has(ts) ? [] : [ts]));
  const was = new Map(kept.changes.map((change) => [change.ts, change]));
  const changes = woven.changes.filter(({ ts, value, quality }) => {
    const before = was.get(ts);
    return before?.value !== value || before.quality !== quality;
  });
  const hours = changedHours(kept.hours, woven.heard);
  if (becomesChange) changes.push(becomesChange);
  if (becomesHeard) gone.push(becomesHeard.ts);
  if (becomesChange && nextHour) hours.push({ hour: nextHour.hour, instants: nextHour.instants.slice(1) });
  if (becomesHeard) {
    const hour = hourOf(becomesHeard.ts);
    const there = nextHour?.hour === hour ? nextHour.instants : [];
    hours.push({ hour, instants: [becomesHeard.ts - hour, ...there].sort((a, b) => a - b) });
  }
  return { woven, writes: { pointId, gone, changes, hours } };
}

/** The hours that are other than they were. */
function changedHours(was: readonly HeardHour[], heard: readonly number[]): HeardHour[] {
  const now = new Map<number, number[]>(was.map(({ hour }) => [hour, []]));
  for (const ts of heard) {
    const hour = hourOf(ts);
    const instants = now.get(hour);
    if (instants) instants.push(ts - hour);
    else now.set(hour, [ts - hour]);
  }
  const before = new Map(was.map(({ hour, instants }) => [hour, instants]));
  return [...now]
    .map(([hour, instants]) => ({ hour, instants }))
    .filter(({ hour, instants }) => {
      const old = before.get(hour);
      return old?.length !== instants.length || instants.some((offset, i) => offset !== old[i]);
    });
}

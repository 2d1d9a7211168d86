import { FLAG } from '#contract/usageFlag.ts';
import { microToNumber, MILLION } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import { LEVEL } from '#domain/time/bucket.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import type { Notice, NoticeKind } from '#feature/meters/dataState/contract.ts';
import { periodOf } from '#domain/time/period.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';
import { type MeterBucket, usageOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Attention } from '../contract.ts';
import { PLAIN } from '../domain/attention.ts';

/** What of a day is not proven: quarters of which nothing is known, or those that bear a flag. */
const DOUBTS: Readonly<Partial<Record<NoticeKind, number>>> = {
  offline: 0,
  noData: 0,
  lowCoverage: 0,
  suspect: FLAG.suspect,
  conflict: FLAG.conflict,
  reset: FLAG.reset,
};

/**
 * The oddities of a day's data, each with what it may be worth: the energy of the same quarters of an hour of the day
 * before at the day's mean price. @param price yuan per kWh. @param priced the reader may see prices
 */
export async function unprovenOf(
  trx: Db,
  context: DayContext,
  notices: readonly Notice[],
  price: number | null,
  priced: boolean,
): Promise<Attention[]> {
  const doubted = priced ? notices.filter(({ kind }) => kind in DOUBTS) : [];
  const ids = [...new Set(doubted.flatMap(({ dataAmmeterId }) => dataAmmeterId ?? []))];
  const before = periodOf(context.zone, 'day', context.question.date, 1);
  const read = async ({ from, to }: Range): Promise<ReadonlyMap<number, MeterBucket[]>> => {
    const found = new Map<number, MeterBucket[]>(ids.map((id) => [id, []]));
    if (ids.length > 0)
      for (const one of await usageOf(trx, ids, LEVEL.quarter, from, to)) found.get(one.meterId)?.push(one);
    return found;
  };
  const [own, earlier] = [await read(context.day), await read(before)];
  return notices.map((notice): Attention => {
    const { kind, dataAmmeterId, name, at, value } = notice;
    const line = { ...PLAIN, kind, name, dataAmmeterId, at, value };
    const flag = DOUBTS[kind];
    if (!priced || flag === undefined || dataAmmeterId === null) return line;
    const quarters = unknownIn(context, own.get(dataAmmeterId) ?? [], flag);
    const then = (earlier.get(dataAmmeterId) ?? []).filter(({ ts }) => quarters.has(ts - before.from));
    const energies = then.flatMap(({ energies: [main] }) => main ?? []);
    if (energies.length === 0) return { ...line, why: 'before' };
    const energy = energies.reduce((sum, one) => sum + one, 0n);
    const known = { ...line, energy: microToNumber(energy) };
    if (price === null) return { ...known, why: 'price' };
    const fen = (energy * BigInt(Math.round(price * 1e6))) / (MILLION * 10_000n);
    return { ...known, amount: Number(fen) / 100, of: 'unproven', why: null };
  });
}

/** Quarters of an hour of the day so far that prove nothing, by their distance from its begin. */
function unknownIn(
  { day, expected }: DayContext,
  buckets: readonly MeterBucket[],
  flag: number,
): ReadonlySet<number> {
  if (flag !== 0)
    return new Set(buckets.flatMap(({ ts, flags }) => ((flags & flag) !== 0 ? [ts - day.from] : [])));
  const known = new Set(buckets.flatMap(({ ts, coveredS }) => (coveredS > 0 ? [ts] : [])));
  const unknown = new Set<number>();
  for (let t = day.from; t + QUARTER_MS <= Math.min(day.to, expected.now); t += QUARTER_MS)
    if (!known.has(t)) unknown.add(t - day.from);
  return unknown;
}

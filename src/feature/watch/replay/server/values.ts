import type { Value } from '#domain/alarm/replay.ts';
import { computedSamples, lookBackOf } from '#domain/alarm/condition.ts';
import { codesOf, holdsOf, judgedCodesOf } from '#domain/alarm/judge.ts';
import { LAPSE_CODE, Past } from '#domain/alarm/past.ts';
import type { ObjectRule } from '#domain/alarm/settings.ts';
import { gaugesOver, readingsOf, visibleMeter } from '#feature/meters/reading/server/public.ts';
import { mixedOver } from '#feature/watch/judge/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { CurvePart } from '../contract.ts';
import { figureValues } from './figure.ts';
import { signalValues } from './signal.ts';

/** The values of a meter that count in [from, to), ms, in the order of time. @throws Fault 404 for a meter out of scope */
export async function valuesOf(
  db: Db,
  ammeterId: number,
  code: string,
  from: number,
  to: number,
): Promise<Value[]> {
  const { points } = await readingsOf(db, ammeterId, code, from, to, Number.MAX_SAFE_INTEGER);
  return points.map(({ ts, value }) => ({ at: ts, value }));
}

/**
 * The values of a meter, or of a signal point, by which a rule is judged in [from, to), ms; of a condition over several values what it says at each
 * reading, for which readings before `from` are asked too.
 */
export async function judgedValues(
  db: Db,
  ammeterId: number,
  rule: ObjectRule,
  from: number,
  to: number,
  now = Date.now(),
): Promise<readonly Value[]> {
  const { computed, code, figure, mixed } = rule;
  if (rule.signal) return signalValues(db, ammeterId, rule, from, to);
  if (figure) return figureValues(db, ammeterId, figure, from, to);
  if (!computed) return valuesOf(db, ammeterId, code ?? '', from, to);
  const codes = codesOf(rule);
  const holds = holdsOf(rule);
  const { zone } = await visibleMeter(db, ammeterId);
  if (mixed) {
    const versions = [{ versionId: 0, validFrom: 0, rule }];
    const { readings } = await mixedOver(db, { ammeterId, versions, zone }, { begin: from, to: to - 1, now });
    const past = new Past([...codes, LAPSE_CODE], holds, mixed.codes);
    return computedSamples(readings, computed, past, judgedCodesOf(rule)).filter(({ at }) => at >= from);
  }
  const past = new Past(codes, holds);
  const window = { meterId: ammeterId, from: from - lookBackOf(computed, holds.own), to: to - 1 };
  const readings = (await gaugesOver(db, [window], codes)).get(ammeterId) ?? [];
  return computedSamples(readings, computed, past).filter(({ at }) => at >= from);
}

/** Share (0 to 1) of [from, to) for which values stand: each until the next, at most for `holdMs`. */
export function coverageOf(values: readonly Value[], from: number, to: number, holdMs: number): number {
  let known = 0;
  for (const [i, { at, value, verdict }] of values.entries())
    if (value !== null || (verdict !== undefined && verdict !== 'unknown'))
      known += Math.min((values[i + 1]?.at ?? to) - at, holdMs, to - at);
  return to > from ? Math.min(1, known / (to - from)) : 0;
}

/** Values as the lowest, highest and mean of equal parts of [from, to), as a curve draws them. */
export function partsOf(values: readonly Value[], from: number, to: number, count: number): CurvePart[] {
  const width = (to - from) / count;
  const parts = Array.from({ length: count }, () => ({ n: 0, low: Infinity, high: -Infinity, mean: 0 }));
  for (const { at, value } of values) {
    const part = parts[Math.min(count - 1, Math.floor((at - from) / width))];
    if (!part || value === null) continue;
    part.n += 1;
    part.low = Math.min(part.low, value);
    part.high = Math.max(part.high, value);
    part.mean += (value - part.mean) / part.n;
  }
  return parts.map(({ n, low, high, mean }, i) =>
    n === 0
      ? { at: from + i * width, low: null, high: null, mean: null }
      : { at: from + i * width, low, high, mean },
  );
}

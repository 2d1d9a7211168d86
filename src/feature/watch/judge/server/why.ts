import type { PartKey } from '#contract/composition.ts';
import { type Condition, type Why, whyAt } from '#domain/alarm/condition.ts';
import { codesOf, holdsOf, lookBack, type RuleVersion, versionAt } from '#domain/alarm/judge.ts';
import type { MixedInput } from '#domain/alarm/mixed.ts';
import { mixedReadings } from '#domain/alarm/mixed.ts';
import type { ObjectRule } from '#domain/alarm/settings.ts';
import { countAt, isAlarm } from '#domain/alarm/signal.ts';
import { gaugesOver, visibleMeters } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { mixedInput, type PointFacts, pointsOfMixed } from './mixedLoad.ts';
import { stateWord } from './stateWord.ts';

/** A rule on a meter, and the instant (ms) at which it is asked why. */
export interface Asked {
  /** Null = it is put to something else, which has no values. */
  readonly ammeterId: number | null;
  readonly versions: readonly RuleVersion[];
  readonly at: number;
}

/**
 * By what rules over several values were judged at instants, in the order of what is asked; null for rules of one limit and
 * for silence. Readings, figures and positions are those that count now.
 */
export async function whysOf(trx: Db, all: readonly Asked[]): Promise<(Why | null)[]> {
  const computed = all.flatMap(({ ammeterId, versions, at }) => {
    const { rule } = versionAt(versions, at);
    return rule.computed && !rule.mixed && ammeterId !== null
      ? [{ ammeterId, at, rule, from: at - lookBack(versions) }]
      : [];
  });
  const windows = computed.map(({ ammeterId, from, at }) => ({ meterId: ammeterId, from, to: at }));
  const codes = [...new Set(computed.flatMap(({ rule }) => codesOf(rule)))];
  const readings = await gaugesOver(trx, windows, codes);
  const whys: (Why | null)[] = [];
  for (const { ammeterId, versions, at } of all) {
    const { rule } = versionAt(versions, at);
    if (!rule.computed || ammeterId === null) whys.push(null);
    else if (rule.mixed) whys.push(await whyMixed(trx, rule, ammeterId, at));
    else {
      const from = at - lookBack(versions);
      const own = (readings.get(ammeterId) ?? []).filter((one) => one.at >= from && one.at <= at);
      whys.push(whyAt(rule.computed, own, holdsOf(rule)));
    }
  }
  return whys;
}

/** The same of a composition over several sources, as the executor sees them. */
async function whyMixed(trx: Db, rule: ObjectRule, ammeterId: number, at: number): Promise<Why | null> {
  const { computed, mixed } = rule;
  const [meter] = await visibleMeters(trx, [ammeterId]);
  if (!meter || !computed || !mixed) return null;
  const versions = [{ versionId: 0, validFrom: 0, rule }];
  const points = await pointsOfMixed(trx, versions);
  // What raised it was known then: every bucket before is over.
  const interval = { begin: at, to: at, now: Infinity };
  const input = await mixedInput(trx, { ammeterId, versions, zone: meter.zone }, points, interval);
  const { readings } = mixedReadings(versions, input, { ...interval, anew: true });
  const why = whyAt(computed, readings, holdsOf(rule), mixed.codes);
  return {
    ...why,
    parts: why.parts.map((part) => ({ ...part, points: pointsSaid(rule, part.key, { input, points, at }) })),
  };
}

const limitOf = (part: Condition | undefined): number =>
  part?.kind === 'limits' ? (part.limits[0]?.limit ?? 0) : 0;

interface PointsAt {
  readonly input: MixedInput;
  readonly points: readonly PointFacts[];
  readonly at: number;
}

/** The points of a part that were in an alarm state, or all where none was, with their states. */
function pointsSaid({ computed, mixed }: ObjectRule, key: PartKey, { input, points, at }: PointsAt) {
  const part = computed?.kind === 'composition' ? computed.parts.get(key)?.condition : undefined;
  const source = mixed?.signals.find(({ code }) => part?.kind === 'limits' && code === part.code);
  if (!source) return [];
  const all = points
    .filter(({ id }) => source.points.has(id))
    .map((point) => {
      const course = input.points.get(point.id);
      const name = { zh: point.name, en: point.nameEn ?? point.name };
      if (source.counts) {
        const n = course ? countAt(course, at) : 0;
        return { name, state: { zh: `动作 ${n} 次`, en: `operated ${n} times` }, rings: n > limitOf(part) };
      }
      const value = course?.intervals.find(({ from, to }) => from <= at && at < to)?.value ?? null;
      return {
        name,
        state: value === null ? null : stateWord(point, value),
        rings: isAlarm(value, source.state, source.points.get(point.id) ?? null) === true,
      };
    });
  const ringing = all.filter(({ rings }) => rings);
  return (ringing.length > 0 ? ringing : all).map(({ name, state }) => ({ name, state }));
}

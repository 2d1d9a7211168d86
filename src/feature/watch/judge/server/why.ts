import { type Why, whyAt } from '#domain/alarm/condition.ts';
import { codesOf, lookBack, type RuleVersion, versionAt } from '#domain/alarm/judge.ts';
import { gaugesOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';

/** A rule on a meter, and the instant (ms) at which it is asked why. */
export interface Asked {
  /** Null = it is put to something else, which has no values. */
  readonly ammeterId: number | null;
  readonly versions: readonly RuleVersion[];
  readonly at: number;
}

/**
 * By what rules over several values were judged at instants, in the order of what is asked; null for rules of one limit and
 * for silence. Readings are those that count now.
 */
export async function whysOf(trx: Db, all: readonly Asked[]): Promise<(Why | null)[]> {
  const computed = all.flatMap(({ ammeterId, versions, at }) => {
    const { rule } = versionAt(versions, at);
    return rule.computed && ammeterId !== null
      ? [{ ammeterId, at, rule, from: at - lookBack(versions) }]
      : [];
  });
  const windows = computed.map(({ ammeterId, from, at }) => ({ meterId: ammeterId, from, to: at }));
  const codes = [...new Set(computed.flatMap(({ rule }) => codesOf(rule)))];
  const readings = await gaugesOver(trx, windows, codes);
  return all.map(({ ammeterId, versions, at }) => {
    const { rule } = versionAt(versions, at);
    if (!rule.computed || ammeterId === null) return null;
    const from = at - lookBack(versions);
    const own = (readings.get(ammeterId) ?? []).filter((one) => one.at >= from && one.at <= at);
    return whyAt(rule.computed, own, rule.times.holdMs);
  });
}

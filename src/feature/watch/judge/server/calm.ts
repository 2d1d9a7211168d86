import { type Calm, calmFrom } from '#domain/alarm/calm.ts';
import { type CalmWindow, crossedOver } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Look } from './judgeMeters.ts';
import type { Assignment } from './load.ts';

/**
 * The rules that need not be judged: normal ones without a record that a raise could join, of meters of which no value
 * since they were judged lies beyond a limit. What is judged of them would change nothing.
 * @param looks those at which nothing came late
 */
export async function calmAmong(
  trx: Db,
  looks: readonly Look[],
  hasRecord: (on: Assignment) => boolean,
): Promise<ReadonlySet<Assignment>> {
  const likely = looks.flatMap(({ progress: { ammeterId, judgedTo }, touched, assignments }) => {
    if (!touched || touched.to <= judgedTo) return [];
    const rules = assignments.flatMap((on) => {
      const calm = on.on && !on.kept && !hasRecord(on) ? calmFrom(on.versions, judgedTo + 1) : null;
      return calm ? [{ on, calm }] : [];
    });
    const window = { meterId: ammeterId, from: judgedTo + 1, to: touched.to };
    return rules.length > 0 ? [{ rules, window: { ...window, calm: together(rules) } }] : [];
  });
  const windows = likely.map(({ window }): CalmWindow => window);
  const crossed = await crossedOver(trx, windows);
  return new Set(
    likely.flatMap(({ window, rules }) => (crossed.has(window.meterId) ? [] : rules.map(({ on }) => on))),
  );
}

/** The values at which all of some rules of a meter are calm, by code. */
function together(rules: readonly { readonly calm: Calm }[]): ReadonlyMap<string, Calm> {
  const all = new Map<string, Calm>();
  for (const { calm } of rules) {
    const other = all.get(calm.code);
    const both = other && {
      code: calm.code,
      low: Math.max(calm.low, other.low),
      high: Math.min(calm.high, other.high),
    };
    all.set(calm.code, both ?? calm);
  }
  return all;
}

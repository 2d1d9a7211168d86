import { ENERGY_CODES, type EnergyCode } from '#contract/dataCode.ts';
import { FLAG } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { type Range, onGrid } from '#domain/fold/reach.ts';
import type { Span } from '#domain/fold/span.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { loadReach, meterFacts, queryableOf, usageOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Finding, FindingKind } from '../contract.ts';
import { findRuns, type Run } from '../domain/findings.ts';
import { extentOf } from './effect.ts';

interface Found {
  readonly list: readonly Finding[];
  readonly total: number;
}

/**
 * What is abnormal about a meter in an interval, a page of it. Before its first reading nothing is missing.
 * @param now ms; what has not ended is not missing.
 */
export async function findingsOf(
  db: Db,
  meterId: number,
  code: EnergyCode,
  range: Range,
  {
    kinds,
    current,
    pageSize,
    now,
  }: {
    readonly kinds: readonly FindingKind[];
    readonly current: number;
    readonly pageSize: number;
    readonly now: number;
  },
): Promise<Found> {
  const client = queryableOf(db);
  const extent = await extentOf(client, meterId);
  const end = Math.floor(Math.min(range.to, Math.max(now, extent.last)) / QUARTER_MS) * QUARTER_MS;
  const { from, to } = onGrid({ from: Math.max(range.from, extent.first), to: end });
  if (!(from < to)) return { list: [], total: 0 };
  const quarters = await usageOf(db, [meterId], 1, from, to);
  const runs = findRuns(quarters, ENERGY_CODES.indexOf(code), { from, to }).filter(
    (run) => kinds.length === 0 || kinds.includes(run.kind),
  );
  const page = runs.slice((current - 1) * pageSize, current * pageSize);
  const doubtful = page.filter(isDoubtful);
  let spans: readonly Span[] = [];
  if (doubtful.length > 0) {
    const around = {
      from: Math.min(...doubtful.map((run) => run.from)),
      to: Math.max(...doubtful.map((run) => run.to)),
    };
    const reach = await loadReach(client, await meterFacts(client, meterId), extent, around);
    spans = (reach.spans.get(code) ?? []).filter((span) => (span.flags & ODD) !== 0);
  }
  return {
    total: runs.length,
    list: page.map((run) => ({
      ...run,
      energy: run.energy === null ? null : microToNumber(run.energy),
      registers: isDoubtful(run) ? registersOf(run, spans) : null,
    })),
  };
}

const ODD = FLAG.suspect | FLAG.reset | FLAG.noise;
const isDoubtful = ({ kind }: Run): boolean => kind === 'suspect' || kind === 'reset' || kind === 'noise';

/** The first pair of registers in a run that does not fit. */
function registersOf(run: Run, spans: readonly Span[]): Finding['registers'] {
  if (run.kind !== 'suspect' && run.kind !== 'reset' && run.kind !== 'noise') return null;
  const flag = FLAG[run.kind];
  const span = spans.find(({ to, flags }) => to > run.from && to <= run.to && (flags & flag) !== 0);
  if (span?.origin.kind !== 'register') return null;
  const { before, without } = span.origin;
  const after = without?.[0] ?? span.origin.after;
  return {
    before: microToNumber(before.register),
    after: microToNumber(after.register),
    from: before.at,
    to: after.at,
  };
}

import { codeIndex, ENERGY_CODES } from '#contract/dataCode.ts';
import { microToText } from '#domain/decimal/decimal.ts';
import { type MeterInput, quartersOf, spansOf } from '#domain/fold/fold.ts';
import { RANK, type Reading } from '#domain/fold/point.ts';
import type { Range } from '#domain/fold/reach.ts';
import { rollUp } from '#domain/fold/rollUp.ts';
import type { Interval } from '#domain/fold/span.ts';
import { bucketEnd, bucketStart, LEVEL } from '#domain/time/bucket.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Zone } from '#domain/time/zone.ts';
import {
  CodeSet,
  type Extent,
  loadReach,
  type MeterRow,
  meterFacts,
  type Queryable,
  queryableOf,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { DayChange } from '../contract.ts';
import type { FileValue } from '../domain/rowReader.ts';

/** The source of values that are not written yet: after every real one, so that the first received stays. */
const NOT_YET = 2_147_483_647;

/**
 * Energy of every day that values would touch on one meter, as it is and as it would be: through the same fold that
 * writes the figures, without writing anything.
 */
export async function dayTotals(db: Db, meterId: number, values: readonly FileValue[]): Promise<DayChange[]> {
  const codes = ENERGY_CODES.filter((code) => values.some((value) => value.code === code));
  const [first] = values;
  if (codes.length === 0 || !first) return [];
  const client = queryableOf(db);
  const meter = await meterFacts(client, meterId);
  const extent = await extentOf(client, meterId);
  const hull = { from: first.start ?? first.at, to: first.at };
  for (const value of values) {
    hull.from = Math.min(hull.from, value.start ?? value.at);
    hull.to = Math.max(hull.to, value.at);
  }
  const { out } = await loadReach(client, meter, extent, wholeDays(meter.zone, hull));
  const range = wholeDays(meter.zone, out);
  const { input } = await loadReach(client, meter, extent, range);
  const now = days(meter, input, range);
  const after = days(meter, withValues(input, values), range);
  return [...new Set([...now.keys(), ...after.keys()])].sort().flatMap((day) =>
    codes.map((code) => ({
      day,
      meterId,
      code,
      now: textOf(now.get(day)?.[ENERGY_CODES.indexOf(code)]),
      after: textOf(after.get(day)?.[ENERGY_CODES.indexOf(code)]),
    })),
  );
}

const textOf = (energy: bigint | null | undefined): string | null =>
  energy == null ? null : microToText(energy);

function wholeDays(zone: Zone, range: Range): Range {
  const from = bucketStart(zone, LEVEL.day, range.from);
  return { from, to: bucketEnd(zone, LEVEL.day, bucketStart(zone, LEVEL.day, Math.max(from, range.to - 1))) };
}

/** Energies by local date. */
function days(meter: MeterRow, input: MeterInput, range: Range): Map<string, readonly (bigint | null)[]> {
  const quarters = quartersOf(input, spansOf(input), range);
  const hours = rollUp(meter.zone, LEVEL.hour, range.from, range.to, quarters);
  return new Map(
    rollUp(meter.zone, LEVEL.day, range.from, range.to, hours).map((bucket) => [
      dateAt(meter.zone, bucket.ts),
      bucket.energies,
    ]),
  );
}

function withValues(input: MeterInput, values: readonly FileValue[]): MeterInput {
  const registers = new Map<string, Reading[]>([...input.registers].map(([code, list]) => [code, [...list]]));
  const intervals = new Map<string, Interval[]>(
    [...input.intervals].map(([code, list]) => [code, [...list]]),
  );
  for (const { code, start, at, value } of values) {
    if (codeIndex(code) < 0) continue;
    if (start === null) {
      list(registers, code).push({ ts: at, value: Number(value), source: NOT_YET, rank: RANK.import });
    } else list(intervals, code).push({ start, end: at, value, source: NOT_YET, rank: RANK.import });
  }
  for (const readings of registers.values()) readings.sort((a, b) => a.ts - b.ts);
  return { ...input, registers, intervals };
}

function list<T>(map: Map<string, T[]>, code: string): T[] {
  let found = map.get(code);
  if (!found) map.set(code, (found = []));
  return found;
}

/** What a meter has, the marks that still wait for the fold included. */
async function extentOf(client: Queryable, meterId: number): Promise<Extent> {
  const { rows } = await client.query<ExtentRow>({
    text: `select all_codes(codes) as codes, max(span_s) as span, min(first_ts) as first, max(last_ts) as last from (
       select codes, span_s, first_ts, last_ts from meter_fold where meter_id = $1
       union all select codes, span_s, from_ts, to_ts from dirty where meter_id = $1) e`,
    values: [meterId],
  });
  const [row] = rows;
  return {
    codes: CodeSet.read(row?.codes ?? ''),
    span: (row?.span ?? 0) * 1000,
    first: row?.first?.getTime() ?? Infinity,
    last: row?.last?.getTime() ?? -Infinity,
  };
}

interface ExtentRow {
  readonly codes: string | null;
  readonly span: number | null;
  readonly first: Date | null;
  readonly last: Date | null;
}

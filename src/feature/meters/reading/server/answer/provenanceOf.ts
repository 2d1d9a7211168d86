import { sql } from 'kysely';
import { type EnergyCode, ENERGY_CODES, unitOfCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber, microToText } from '#domain/decimal/decimal.ts';
import type { Bucket } from '#domain/fold/bucket.ts';
import { shapesOf } from '#domain/fold/fold.ts';
import { type Piece, layer } from '#domain/fold/layer.ts';
import type { Range } from '#domain/fold/reach.ts';
import { utcDate } from '#domain/time/date.ts';
import { LEVEL, type Level, bucketEnd, bucketStart } from '#domain/time/bucket.ts';
import type { Db } from '#server/database/db.ts';
import type { BucketPart, DisputeWire, Provenance, SourceWire } from '../../contract.ts';
import { loadReach } from '../loadReach.ts';
import { extentOf } from '../extent.ts';
import { closedAt } from '../closed.ts';
import { meterFacts } from '../meterFacts.ts';
import { queryableOf } from '../queryable.ts';
import { childrenOf, sumFormula } from './childrenOf.ts';
import { costOf } from './costOf.ts';
import { periodsOf } from './periodsOf.ts';
import { slidingOf } from './slidingOf.ts';
import { spanPart } from './spanPart.ts';
import { usageOf } from './usageOf.ts';
import { visibleMeter } from './visible.ts';

export interface ProvenanceOptions {
  /** Which energy; default PP. */
  readonly code?: EnergyCode;
  /** Page of the parts, from 1, and how many on a page (at most 1000, default 100). */
  readonly current?: number;
  readonly pageSize?: number;
}

const MOST_GAPS = 100;
const MOST_DISPUTES = 200;

/**
 * Everything that the figure of the bucket holding instant `ts` is made of. Up to a day: the spans with their
 * registers or stated values; a month or a year: the buckets that it is the sum of, which open in turn.
 * @throws Fault 404 when the meter does not exist or is outside the executor's scope.
 */
export async function provenanceOf(
  db: Db,
  meterId: number,
  level: Level,
  ts: number,
  options: ProvenanceOptions = {},
): Promise<Provenance> {
  const meter = await visibleMeter(db, meterId);
  const code = options.code ?? 'PP';
  const from = bucketStart(meter.zone, level, ts);
  const range = { from, to: bucketEnd(meter.zone, level, from) };
  const bucket = (await usageOf(db, [meterId], level, from, from + 1))[0];
  const energy = bucket?.energies[ENERGY_CODES.indexOf(code)] ?? null;
  const closed = await closedIn(db, meterId, range.from);
  const detail = await detailOf(db, { meterId, code, level, range, closed, options });
  const client = queryableOf(db);
  const facts = await meterFacts(client, meterId);
  const extent = await extentOf(db, meterId);
  const periods = periodsOf(facts, extent, bucket, level, range);
  const children = await childrenOf(db, meterId, code, range);
  const disputes = await disputesIn(db, meterId, code, range);
  const sourceIds = [...detail.sources, ...disputes.map((dispute) => dispute.source)];
  return {
    meterId,
    meterCode: meter.code,
    meterName: meter.name,
    code,
    unit: unitOfCode(code, meter.unit),
    zone: meter.zone.name,
    level,
    ...range,
    energy: energy === null ? null : microToNumber(energy),
    exact: energy === null ? null : microToText(energy),
    coveredSeconds: bucket?.coveredS ?? 0,
    seconds: Math.round((range.to - range.from) / 1000),
    flags: flagNames(bucket?.flags ?? 0),
    demand: demandIn(bucket),
    sliding: closed ? null : await slidingOf(client, facts, extent, bucket),
    formula: children.length > 0 ? sumFormula(children) : detail.formula,
    parts: detail.parts,
    partCount: detail.count,
    periods,
    cost: code === 'PP' ? await costOf(db, facts, range) : null,
    children,
    gaps: detail.gaps,
    disputes,
    sources: await sourcesOf(db, sourceIds),
    closed,
    pending: await isPending(db, meterId, range),
  };
}

const demandIn = (bucket: Bucket | undefined): Provenance['demand'] =>
  bucket?.md == null || bucket.mdAt === null ? null : { value: microToNumber(bucket.md), at: bucket.mdAt };

/** Whether what begins at an instant is final, and since when. */
async function closedIn(db: Db, meterId: number, from: number): Promise<Provenance['closed']> {
  const [final] = await closedAt(db, [meterId]);
  if (!final || from >= final.closedBefore) return null;
  const { goneBefore, goneAt, closedBefore } = final;
  return { goneBefore, goneAt, closedBefore };
}

/** What a bucket is made of is asked for. */
interface Asked {
  readonly meterId: number;
  readonly code: EnergyCode;
  readonly level: Level;
  readonly range: Range;
  readonly closed: Provenance['closed'];
  readonly options: ProvenanceOptions;
}

async function detailOf(db: Db, { meterId, code, level, range, closed, options }: Asked): Promise<Detail> {
  if (level > LEVEL.day) {
    const detail = await bucketDetail(db, meterId, code, level, range, options);
    return closed ? { ...detail, formula: both(detail.formula, closedSentence(closed)) } : detail;
  }
  return closed ? closedDetail(db, meterId, range, closed) : spanDetail(db, meterId, code, range, options);
}

interface Detail {
  readonly parts: Provenance['parts'];
  readonly count: number;
  readonly gaps: Range[];
  readonly sources: readonly number[];
  readonly formula: Text;
}

function page<T>(list: readonly T[], options: ProvenanceOptions): T[] {
  const size = Math.min(Math.max(options.pageSize ?? 100, 1), 1000);
  const start = (Math.max(options.current ?? 1, 1) - 1) * size;
  return list.slice(start, start + size);
}

async function spanDetail(
  db: Db,
  meterId: number,
  code: EnergyCode,
  range: Range,
  options: ProvenanceOptions,
): Promise<Detail> {
  const client = queryableOf(db);
  const extent = await extentOf(db, meterId);
  let pieces: Piece[] = [];
  let shape: ReturnType<typeof shapesOf>;
  if (extent) {
    const { input, spans } = await loadReach(client, await meterFacts(client, meterId), extent, range);
    const all = layer(spans.get(code) ?? []);
    shape = shapesOf(input.meter, all);
    pieces = all.filter((piece) => piece.to > range.from && piece.from < range.to);
  }
  return {
    parts: page(pieces, options).map((piece) => spanPart(piece, range, shape?.(piece))),
    count: pieces.length,
    gaps: gapsBetween(pieces, range),
    sources: pieces.map((piece) => piece.span.source),
    formula: {
      zh: `本时段 = ${pieces.length} 段之和；表底段 =（末 − 初）× 倍率，跨界的段按时间分摊`,
      en: `The interval is the sum of ${pieces.length} spans; a span of registers is (after − before) × factor, one that crosses a border is shared by time`,
    },
  };
}

async function bucketDetail(
  db: Db,
  meterId: number,
  code: EnergyCode,
  level: Level,
  range: Range,
  options: ProvenanceOptions,
): Promise<Detail> {
  const below = (level - 1) as Level;
  const buckets = await usageOf(db, [meterId], below, range.from, range.to);
  const index = ENERGY_CODES.indexOf(code);
  const known = buckets.filter((bucket) => bucket.energies[index] !== null);
  const parts = known.map((bucket): BucketPart => {
    const energy = bucket.energies[index] ?? null;
    return {
      kind: 'bucket',
      level: below,
      from: bucket.ts,
      to: bucket.end,
      energy: energy === null ? null : microToNumber(energy),
      coveredSeconds: bucket.coveredS,
      flags: flagNames(bucket.flags),
    };
  });
  const [zh, en] = level === LEVEL.year ? ['月', 'months'] : ['日', 'days'];
  return {
    parts: page(parts, options),
    count: parts.length,
    gaps: gapsBetween(parts, range),
    sources: await sourcesTouching(db, meterId, range),
    formula: {
      zh: `本时段 = ${parts.length} 个${zh}之和`,
      en: `The interval is the sum of ${parts.length} ${en}`,
    },
  };
}

async function sourcesTouching(db: Db, meterId: number, range: Range): Promise<number[]> {
  const { rows } = await sql<{ source: number }>`
    select source from data_source_meter where meter_id = ${meterId} and from_ts < ${new Date(range.to)}
      and to_ts >= ${new Date(range.from)}`.execute(db);
  return rows.map((row) => row.source);
}

/** What the spans of a bucket were is not to be told again from what is left. */
const closedDetail = async (
  db: Db,
  meterId: number,
  range: Range,
  closed: NonNullable<Provenance['closed']>,
): Promise<Detail> => ({
  parts: [],
  count: 0,
  gaps: [],
  sources: await sourcesTouching(db, meterId, range),
  formula: closedSentence(closed),
});

const closedSentence = ({ goneBefore, goneAt, closedBefore }: NonNullable<Provenance['closed']>): Text => ({
  zh: `${utcDate(goneBefore)} 之前的原始读数已于 ${utcDate(goneAt)} 转存为文件并移出；${utcDate(closedBefore)} 之前的用量保持当时由这些读数算得的结果，不再变动`,
  en: `Raw readings before ${utcDate(goneBefore)} were exported to files and taken out on ${utcDate(goneAt)}; figures before ${utcDate(closedBefore)} stay as these readings made them then`,
});

const both = (a: Text, b: Text): Text => ({ zh: `${a.zh}。${b.zh}`, en: `${a.en}. ${b.en}` });

function gapsBetween(
  parts: readonly { readonly from: number; readonly to: number }[],
  range: Range,
): Range[] {
  const gaps: Range[] = [];
  let at = range.from;
  for (const { from, to } of parts) {
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (at < range.to) gaps.push({ from: at, to: range.to });
  return gaps.slice(0, MOST_GAPS);
}

async function disputesIn(db: Db, meterId: number, code: EnergyCode, range: Range): Promise<DisputeWire[]> {
  const { rows } = await sql<{ code: string; from: Date; to: Date; value: string; source: number; at: Date }>`
    select code, start_ts as from, ts as to, value::text, source, received_at as at from correction
    where meter_id = ${meterId} and code = ${code} and ts >= ${new Date(range.from)} and start_ts <= ${new Date(range.to)}
    order by ts, received_at limit ${MOST_DISPUTES}`.execute(db);
  return rows.map(({ from, to, at, ...row }) => ({
    ...row,
    from: from.getTime(),
    to: to.getTime(),
    receivedAt: at.getTime(),
  }));
}

async function sourcesOf(db: Db, ids: readonly number[]): Promise<SourceWire[]> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const { rows } = await sql<Omit<SourceWire, 'createdAt'> & { createdAt: Date }>`
    select s.id, s.kind, s.rank::integer, s.name, s.status::integer, s.created_at as "createdAt", shown_name(e.name, e.name_en) as "createdBy"
    from data_source s left join org_employee e on e.id = s.created_by
    where s.id = any(${wanted}::integer[]) order by s.id`.execute(db);
  const device: SourceWire[] = wanted.includes(0)
    ? [{ id: 0, kind: 'device', rank: 1, name: '', status: 1, createdAt: null, createdBy: null }]
    : [];
  return [...device, ...rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))];
}

async function isPending(db: Db, meterId: number, range: Range): Promise<boolean> {
  const { rows } = await sql`
    select from dirty where meter_id = ${meterId} and from_ts < ${new Date(range.to)}
      and to_ts >= ${new Date(range.from)} limit 1`.execute(db);
  return rows.length > 0;
}

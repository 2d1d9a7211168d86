import { textIn } from '#contract/text.ts';
import { sql } from 'kysely';
import { secondAt } from '#domain/time/text.ts';
import { countingSources, visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { FileStore } from '#server/files.ts';
import { counts } from '#series/public.ts';
import type { FileGap, Mapping, Missing, StatedRange } from '../contract.ts';
import { type Gap, MissingFinder } from '../domain/missing.ts';
import { keepSheet, type SheetAbout } from './keepSheet.ts';
import type { ImportMeter } from './meters.ts';

const GAPS_SHOWN = 1_000;
const SERIES_SHOWN = 500;
const ASKED_AT_ONCE = 500;

/** Notes what a file holds, by its mapping, so that `missingOf` can say what it lacks. */
export const finderFor = (
  mapping: Mapping,
  meters: readonly ImportMeter[],
  range: StatedRange | undefined,
): MissingFinder => {
  const intervals = new Map(meters.map((meter) => [meter.id, meter.intervalSeconds]));
  return new MissingFinder({
    spanSeconds: mapping.kind === 'interval' ? mapping.intervalSeconds : null,
    intervalOf: (meterId) => intervals.get(meterId) ?? null,
    range: range ?? null,
  });
};

/**
 * What a file lacks, and how much of it the database already has from other sources; all of it is kept as a workbook.
 * @param except sources that are being written, which fill nothing
 */
export async function missingOf(
  db: Db,
  files: FileStore,
  finder: MissingFinder,
  meters: readonly ImportMeter[],
  about: SheetAbout & { readonly zone: string; readonly except: readonly number[] },
): Promise<Missing> {
  const found = finder.found();
  const named = new Map(meters.map((meter) => [meter.id, meter]));
  const gaps: FileGap[] = [];
  for (let at = 0; at < found.gaps.length; at += ASKED_AT_ONCE) {
    const some = found.gaps.slice(at, at + ASKED_AT_ONCE);
    const there = await thereOf(db, some, about.except);
    for (const [i, { from, to, ...gap }] of some.entries())
      gaps.push({
        ...gap,
        ammeterCode: named.get(gap.meterId)?.code ?? '',
        ammeterName: named.get(gap.meterId)?.name ?? '',
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        there: Math.min(gap.missing, there[i] ?? 0),
      });
  }
  const thereBy = new Map<string, number>();
  for (const { meterId, code, there } of gaps)
    thereBy.set(`${meterId} ${code}`, (thereBy.get(`${meterId} ${code}`) ?? 0) + there);
  const order = new Map(meters.map((meter, index) => [meter.id, index]));
  const series = found.series
    .map((one) => ({
      ...one,
      ammeterCode: named.get(one.meterId)?.code ?? '',
      ammeterName: named.get(one.meterId)?.name ?? '',
      intervalSeconds: named.get(one.meterId)?.intervalSeconds ?? null,
      there: thereBy.get(`${one.meterId} ${one.code}`) ?? 0,
    }))
    .toSorted(
      (a, b) => (order.get(a.meterId) ?? 0) - (order.get(b.meterId) ?? 0) || (a.code < b.code ? -1 : 1),
    );
  const sum = (key: 'missing' | 'gaps' | 'there'): number =>
    series.reduce((total, one) => total + one[key], 0);
  return {
    values: sum('missing'),
    there: sum('there'),
    gapCount: sum('gaps'),
    listed: gaps.length,
    gaps: gaps.slice(0, GAPS_SHOWN),
    series: series.toSorted((a, b) => Number(b.missing > 0) - Number(a.missing > 0)).slice(0, SERIES_SHOWN),
    seriesCount: series.length,
    unjudged: series.filter(({ step }) => step === null).length,
    fileId: gaps.length === 0 ? null : await keepGaps(db, files, gaps, series, about),
  };
}

/** How many values other sources have inside each gap, as readings or as energy of spans, whichever are more. */
async function thereOf(db: Db, gaps: readonly Gap[], except: readonly number[]): Promise<number[]> {
  const there = gaps.map(() => 0);
  const meters = await visibleMeterSet(db, gaps.map((gap) => gap.meterId)); // prettier-ignore
  const said = (await countingSources(db, meters.ids)).filter((source) => !except.includes(source));
  const standing = sql`(d.id is null or d.status = 1) and not (coalesce(o.source, 0) = any (${except}::integer[]))`;
  for (const code of new Set(gaps.map((gap) => gap.code))) {
    const query = gaps.flatMap((gap, n) => (gap.code === code ? [{ ...gap, n }] : []));
    const windows = query.map((gap) => ({ ...gap, from: gap.from + 1, most: gap.missing }));
    const told = await counts(db, meters, windows, { code, said });
    const { rows } = await sql<{ n: number; count: number }>`
      select g.n, (
        select count(*) from (select from interval_energy o left join data_source d on d.id = o.source
          where o.meter_id = g.meter_id and o.code = ${code} and o.start_ts >= g.from_ts and o.end_ts <= g.to_ts
            and ${standing} limit g.most) e)::integer as count
      from unnest(${query.map(({ n }) => n)}::integer[], ${query.map(({ meterId }) => meterId)}::integer[],
        ${query.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
        ${query.map(({ to }) => new Date(to).toISOString())}::timestamptz[],
        ${query.map(({ missing }) => missing)}::bigint[]) g (n, meter_id, from_ts, to_ts, most)`.execute(db);
    for (const { n, count } of rows) there[n] = count;
    for (const [i, { n }] of query.entries()) there[n] = Math.max(there[n] ?? 0, told[i] ?? 0);
  }
  return there;
}

/** Keeps the gaps as a workbook, below them what each meter has and lacks; answers the file's id. */
function keepGaps(
  db: Db,
  files: FileStore,
  gaps: readonly FileGap[],
  series: Missing['series'],
  about: SheetAbout & { readonly zone: string },
): Promise<number> {
  const say = (zh: string, en: string): string => textIn({ zh, en }, about.language);
  const wall = (at: string): string => secondAt(about.zone, at);
  const state = ({ missing, there }: { missing: number; there: number }): string => {
    if (there === 0) return say('没有', 'None');
    if (there < missing) return say('部分已有', 'In part');
    return say('已有', 'All');
  };
  const total = say('合计', 'Total');
  return keepSheet(db, files, say('缺失', 'missing'), about, {
    columns: [
      say('表计编号', 'Meter code'),
      say('表计名称', 'Meter name'),
      say('数据代码', 'Data code'),
      say('开始', 'From'),
      say('结束', 'To'),
      say('缺少', 'Missing'),
      say('库中已有', 'Already there'),
      say('库中状态', 'In the database'),
    ].map((header) => ({ header })),
    rows: [
      ...gaps.map((gap) => [gap.ammeterCode, gap.ammeterName, gap.code, wall(gap.from), wall(gap.to), gap.missing, gap.there, state(gap)]), // prettier-ignore
      ...series
        .filter(({ missing }) => missing > 0)
        .map((one) => [
          one.ammeterCode,
          one.ammeterName,
          one.code,
          total,
          null,
          one.missing,
          one.there,
          state(one),
        ]),
    ],
  });
}

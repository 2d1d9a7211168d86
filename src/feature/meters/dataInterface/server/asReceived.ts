import { sql } from 'kysely';
import { CODES, codeIndex } from '#contract/dataCode.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { badInput, noSuchRow } from '#contract/error.ts';
import { readingsOf } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { MeterColumns } from '../contract.ts';
import { listOf, numbersOf } from './column.ts';
import { ZONE, instantIn } from './span.ts';

// A meter's readings of some weeks at a quarter of an hour; longer intervals are asked for in buckets.
const MOST_READINGS = 50_000;

interface Row {
  readonly code: string;
  readonly name: string;
  readonly energy: string;
  readonly zone: string;
  readonly from: Date;
  readonly to: Date;
  readonly count: string;
  readonly plain: boolean | null;
  readonly stamps: string | null;
  readonly [column: `c${number}`]: string | null;
}

/**
 * The readings of a meter that count, as received, in [from, to); see `dateTime` for the times. One statement finds
 * the meter through the scope and its readings; where other sources than the device or a person's corrections have
 * a say, or some of them are sealed, `readingsOf` decides what counts.
 * @throws Fault 400 for an unknown code, 404 for a meter that the executor's scope does not show.
 */
export async function asReceived(
  db: Db,
  meterId: number,
  wanted: readonly string[],
  from: string,
  to: string,
): Promise<MeterColumns> {
  const codes = [...new Set(wanted.map((code) => code.toUpperCase()))];
  const unknown = codes.find((code) => codeIndex(code) < 0);
  if (unknown !== undefined)
    throw badInput({ zh: `未知的数据代码 ${unknown}`, en: `Unknown data code ${unknown}` }, 'dataCodes');
  const columns = codes.map((code) => sql.ref(`r.${CODES.columns[codeIndex(code)]}`));
  const cells = columns.map((column, i) => sql`, ${column} as ${sql.ref(`c${i}`)}`);
  const lists = codes.map((_, i) => sql`, ${listOf(sql.ref(`c${i}`))} as ${sql.ref(`c${i}`)}`);
  const any = sql.join(columns.map((column) => sql`${column} is not null`), sql` or `); // prettier-ignore
  const { rows } = await sql<Row>`
    select a.ammeter_code as code, shown_name(a.ammeter_name, a.ammeter_name_en) as name, a.data_type as energy, ${ZONE} as zone,
      ${instantIn(from, ZONE)} as from, ${instantIn(to, ZONE)} as to, x.*,
      x.only_device is not false and not exists (select from reading_void v where v.meter_id = a.id)
        and not exists (select from reading_block b where b.meter_id = a.id
          and b.first_ts < ${instantIn(to, ZONE)} and b.last_ts >= ${instantIn(from, ZONE)}) as plain
    from ammeter a left join monitor_site s on s.id = a.site_id cross join lateral (
      select count(*) as count, bool_and(source = 0) as only_device,
        string_agg((date_part('epoch', ts) * 1000)::bigint::text, ',') as stamps${sql.join(lists, sql``)} from (
        select r.ts, r.source${sql.join(cells, sql``)} from reading r
        where r.meter_id = a.id and r.ts >= ${instantIn(from, ZONE)} and r.ts < ${instantIn(to, ZONE)} and (${any})
        order by r.ts limit ${MOST_READINGS + 1}) y) x
    where a.id = ${meterId}`.execute(db);
  const [row] = rows;
  if (!row) throw noSuchRow();
  const texts = codes.map((_, i) => row[`c${i}`] ?? null);
  const plain = row.plain === true && Number(row.count) <= MOST_READINGS;
  const curves = plain
    ? { ts: numbersOf(row.stamps), values: texts.map(cellsOf) }
    : await decided(db, meterId, codes, row.from.getTime(), row.to.getTime());
  return {
    ammeterId: meterId,
    ammeterCode: row.code,
    ammeterName: row.name,
    unit: energyTypeOf(row.energy).unit,
    timeZone: row.zone,
    ts: curves.ts,
    values: Object.fromEntries(codes.map((code, i) => [code, curves.values[i] ?? []])),
  };
}

const cellsOf = (text: string | null): (number | null)[] =>
  JSON.parse(`[${text ?? ''}]`) as (number | null)[];

/** The same where it must be decided which readings count, thinned beyond `MOST_READINGS`. */
async function decided(
  db: Db,
  meterId: number,
  codes: readonly string[],
  from: number,
  to: number,
): Promise<{ ts: number[]; values: (number | null)[][] }> {
  const curves = [];
  for (const code of codes) curves.push(await readingsOf(db, meterId, code, from, to, MOST_READINGS));
  const stamps = new Set(curves.flatMap((curve) => curve.points.map((point) => point.ts)));
  const ts = [...stamps].sort((a, b) => a - b);
  const values = curves.map((curve) => {
    const known = new Map(curve.points.map((point) => [point.ts, point.value]));
    return ts.map((at) => known.get(at) ?? null);
  });
  return { ts, values };
}

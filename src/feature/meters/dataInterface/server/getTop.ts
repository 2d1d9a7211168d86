import { sql } from 'kysely';
import * as z from 'zod';
import { energyTypeOf, energyTypeOptions, ENERGY } from '#contract/energyType.ts';
import { badInput } from '#contract/error.ts';
import { id, idList } from '#contract/param.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { TopRow } from '../contract.ts';
import { type Tile, onQuarter, tilesOf } from '../domain/tile.ts';
import { dateTime, instantIn } from './span.ts';

/** The meters of an enterprise that used most in an interval, exact to the quarter of an hour. */
export const getTop = defineRoute({
  method: 'GET',
  path: '/api/sdata/dataInterface/getTop',
  summary: { zh: '用能排名', en: 'Meters by energy, highest first' },
  permission: 'SDNMonitoring.Overview',
  prepared: true,
  params: z.object({
    consumerId: id(),
    ammeterIds: idList().optional(),
    dataType: z.enum(Object.keys(energyTypeOptions) as [string, ...string[]]).default('1'),
    fromDt: dateTime(),
    toDt: dateTime(),
    top: z.coerce.number().int().min(1).max(1000).default(10),
  }),
  example: {
    consumerId: 1001,
    dataType: ENERGY.electricity,
    fromDt: '2026-01-01',
    toDt: '2026-01-02',
    top: 10,
  },
  handler: async ({ trx, params }): Promise<TopRow[]> => {
    const zones = await zonesOf(trx, params);
    // Sites in different zones have other days: each zone has tiles of its own.
    const tiles = zones.flatMap(({ zone, from, to }) => {
      if (!onQuarter(from.getTime()) || !onQuarter(to.getTime())) throw offQuarter();
      return tilesOf(zoneOf(zone), from.getTime(), to.getTime()).map((tile) => ({ ...tile, zone }));
    });
    const first = zones[0];
    if (!first || tiles.length === 0) return [];
    const seconds = (first.to.getTime() - first.from.getTime()) / 1000;
    const rows = await ranking(trx, params, tiles);
    return rows.map(({ energy, covered, unit, ...row }) => ({
      ...row,
      unit: energyTypeOf(unit).unit,
      energy: microToNumber(BigInt(energy)),
      coverage: Number(covered) / seconds,
    }));
  },
});

interface Wanted {
  readonly consumerId: number;
  readonly ammeterIds?: readonly number[] | undefined;
  readonly dataType: string;
  readonly fromDt: string;
  readonly toDt: string;
  readonly top: number;
}

const offQuarter = () =>
  badInput(
    { zh: 'fromDt、toDt：应为整刻钟', en: 'fromDt, toDt: must lie on the quarter of an hour' },
    'fromDt',
  );

/** The zones of the enterprise's sites with the instants that the interval means there. */
async function zonesOf(db: Db, wanted: Wanted): Promise<readonly { zone: string; from: Date; to: Date }[]> {
  const zone = sql`s.time_zone`;
  const { rows } = await sql<{ zone: string; from: Date; to: Date }>`
    select s.time_zone as zone, ${instantIn(wanted.fromDt, zone)} as from, ${instantIn(wanted.toDt, zone)} as to
    from (select distinct time_zone from monitor_site where consumer_id = ${wanted.consumerId}) s
    order by 1`.execute(db);
  return rows;
}

interface Row {
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly unit: string;
  readonly energy: string;
  readonly covered: string;
}

async function ranking(
  db: Db,
  { consumerId, ammeterIds, dataType, top }: Wanted,
  tiles: readonly (Tile & { readonly zone: string })[],
): Promise<readonly Row[]> {
  const chosen = ammeterIds ? sql`and a.id = any(${ammeterIds}::integer[])` : sql``;
  const { rows } = await sql<Row>`
    select a.id as "ammeterId", a.ammeter_code as "ammeterCode", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName",
      a.data_type as unit, u.energy, u.covered
    from ammeter a join monitor_site s on s.id = a.site_id cross join lateral (
      select sum(b.pp) as energy, sum(b.covered_s) as covered
      from unnest(${tiles.map((t) => t.level)}::smallint[], ${tiles.map((t) => new Date(t.from))}::timestamptz[],
          ${tiles.map((t) => new Date(t.to))}::timestamptz[], ${tiles.map((t) => t.zone)}::text[]) t (level, from_ts, to_ts, zone)
        cross join lateral usage_in(a.id, t.level, t.from_ts, t.to_ts) b
      where t.zone = s.time_zone) u
    where a.consumer_id = ${consumerId} and a.data_type = ${dataType} ${chosen} and u.energy is not null
    order by u.energy desc, a.id limit ${top}`.execute(db);
  return rows;
}

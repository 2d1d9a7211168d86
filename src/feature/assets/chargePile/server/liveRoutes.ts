import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, paging } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { ConnectorWire, PileEventWire, PileWire } from '../contract.ts';
import { VIEW } from './permission.ts';
import { reservationsOf } from './reservation.ts';
import { sharesOver } from './shareRoutes.ts';
import { SILENT_S } from './standing.ts';

const MOST_PILES = 2000;

type PileRow = Omit<PileWire, 'connectors' | 'share'> & { readonly count: number };

/** Chargers as they stand now, of what the caller sees. */
async function pilesOf(trx: Db, consumerId: number, siteId: number | null): Promise<PileWire[]> {
  const { rows } = await sql<PileRow>`
    select p.id as "pileId", shown_name(p.pile_name, p.pile_name_en) as "pileName", p.pile_code as "pileCode",
      p.site_id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName", s.time_zone as "timeZone", p.rated_power::float8 as "ratedPower",
      p.connectors as count,
      case when p.ocpp_identity is null or p.key_set is not true then 'none' when l.connected_at is null then 'never'
        when l.disconnected_at is null and l.heard_at > now() - ${SILENT_S} * interval '1 second' then 'online'
        else 'offline' end as link,
      floor(extract(epoch from coalesce(l.disconnected_at, l.connected_at)) * 1000)::float8 as since,
      floor(extract(epoch from l.heard_at) * 1000)::float8 as "heardAt",
      nullif(concat_ws(' ', l.vendor, l.model), '') as model, l.firmware, l.clock_ahead::float8 as "clockAhead", c.power::float8 as limit
    from charge_pile p join monitor_site s on s.id = p.site_id left join charge_link l on l.pile_id = p.id
    left join lateral (select power from charge_command where pile_id = p.id and state = 'accepted'
      and kind in ('limit', 'clearLimit') order by id desc limit 1) c on true
    where p.consumer_id = ${consumerId} and p.state = '1'
      and (${siteId}::integer is null or p.site_id = ${siteId})
    order by p.pile_code, p.id limit ${MOST_PILES}`.execute(trx);
  const connectors = await connectorsOf(
    trx,
    rows.map(({ pileId }) => pileId),
  );
  const shares = await sharesOver(trx, consumerId, siteId);
  const parts = new Map(shares.flatMap(({ piles }) => piles.map((part) => [part.pileId, part])));
  return rows.map(({ count, ...row }) => {
    const own = connectors.get(row.pileId) ?? [];
    const numbers = new Set([
      ...Array.from({ length: count }, (_, i) => i + 1),
      ...own.map(({ connector }) => connector),
    ]);
    return {
      ...row,
      share: parts.get(row.pileId) ?? null,
      connectors: [...numbers]
        .filter((number) => number > 0)
        .toSorted((a, b) => a - b)
        .map((number) => own.find(({ connector }) => connector === number) ?? silent(number)),
    };
  });
}

const silent = (connector: number): ConnectorWire => ({ connector, status: null, errorCode: null, info: null, since: null, session: null, reservation: null }); // prettier-ignore

async function connectorsOf(
  trx: Db,
  pileIds: readonly number[],
): Promise<ReadonlyMap<number, ConnectorWire[]>> {
  const { rows } = await sql<
    Omit<ConnectorWire, 'session' | 'reservation'> & ConnectorSession & { pileId: number }
  >`
    select pile_id as "pileId", connector, c.status, c.error_code as "errorCode", c.info,
      floor(extract(epoch from c.since) * 1000)::float8 as since, s.id as "sessionId", s.id_tag as "idTag", t.holder,
      floor(extract(epoch from s.begin_at) * 1000)::float8 as begin, s.energy::float8 as energy,
      m.power::float8 as power, m.soc::float8 as soc
    from (select * from charge_connector where pile_id = any (${pileIds}::integer[])) c
    full join (select * from charge_session where pile_id = any (${pileIds}::integer[]) and session_state = '1') s
      using (pile_id, connector)
    left join charge_tag t on t.consumer_id = s.consumer_id and upper(t.tag_code) = s.id_tag
    left join lateral (select power, soc from charge_sample where session_id = s.id order by at desc limit 1) m on true
    order by s.begin_at desc nulls last`.execute(trx);
  const kept = await reservationsOf(trx, pileIds);
  const found = new Map<number, ConnectorWire[]>();
  for (const { pileId, sessionId, idTag, holder, begin, energy, power, soc, ...connector } of rows) {
    const own = found.get(pileId) ?? [];
    if (own.some((one) => one.connector === connector.connector)) continue;
    const session = sessionId === null ? null : { sessionId, idTag, holder, begin, energy, power, soc };
    const reservation = kept.get(`${pileId} ${connector.connector}`) ?? null;
    found.set(pileId, [...own, { ...connector, session, reservation }]);
  }
  return found;
}

type ConnectorSession = { readonly sessionId: number | null } & Omit<
  NonNullable<ConnectorWire['session']>,
  'sessionId'
>;

const getLive = defineRoute({
  method: 'GET',
  path: '/api/archive/chargePile/getLive',
  summary: { zh: '充电桩：实时状态', en: 'Chargers: how they stand now' },
  permission: VIEW,
  params: z.object({ consumerId: id(), siteId: id().optional() }),
  example: { consumerId: 1001 },
  handler: ({ trx, params }): Promise<PileWire[]> => pilesOf(trx, params.consumerId, params.siteId ?? null),
});

const getEvents = defineRoute({
  method: 'GET',
  path: '/api/archive/chargePile/getEvents',
  summary: { zh: '充电桩：事件', en: 'Chargers: what happened' },
  permission: VIEW,
  params: z.object({ pileId: id(), ...paging }),
  example: { pileId: 1 },
  handler: async ({ trx, params }): Promise<Page<PileEventWire>> => {
    const { pileId, pageSize } = params;
    const seen = await sql`select from charge_pile where id = ${pileId}`.execute(trx);
    if (seen.rows.length === 0) throw noSuchRow();
    const current = params.current ?? params.pageNo ?? 1;
    const { rows } = await sql<PileEventWire & { total: number }>`
      select id::float8 as "eventId", floor(extract(epoch from at) * 1000)::float8 as at, kind, connector, detail,
        count(*) over ()::integer as total
      from charge_event where pile_id = ${pileId} order by id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    const list = rows.map(({ total: _total, ...event }) => event);
    return { list, pagination: { total: rows[0]?.total ?? 0, current, pageSize } };
  },
});

export const liveRoutes: readonly Route[] = [getLive, getEvents];

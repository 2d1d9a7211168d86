import { sql } from 'kysely';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { byPeriodOrNone } from '#contract/period.ts';
import { numberToMicro } from '#domain/decimal/decimal.ts';
import { groupedBy } from '#domain/group.ts';
import { sumOf } from '#domain/decimal/sum.ts';
import { utilisationOf } from '#domain/charge/fee.ts';
import type { Range } from '#domain/fold/reach.ts';
import { dateOfDay, dayOfDate } from '#domain/time/date.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { type Zone, zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { type ChargeAnalysisWire, isBilled, type PileUse } from '../contract.ts';
import { ANALYSIS } from './permission.ts';
import { type PileTotals, type SessionOfTime, sessionsOver, totalsOf } from './use.ts';

const MOST_DAYS = 366;

const params = z.object({
  consumerId: id(),
  siteId: id().optional(),
  begin: z.iso.date(),
  end: z.iso.date(),
});

interface Pile {
  readonly pileId: number;
  readonly pileCode: string;
  readonly pileName: string;
  readonly siteName: string;
  readonly ratedPower: number;
  readonly connectors: number;
}

/** The use of a charger over the hours of a time that have passed. */
function figuresOf(
  { ratedPower, connectors }: Pick<Pile, 'ratedPower' | 'connectors'>,
  totals: PileTotals,
  lengthMs: number,
): Omit<PileUse, 'pileId' | 'pileCode' | 'pileName' | 'siteName'> {
  const { hours, ...rest } = totals;
  return {
    ...rest,
    ratedPower,
    // A charger without sessions delivered nothing: that is known.
    utilisation:
      totals.energy === null && totals.sessions > 0
        ? null
        : utilisationOf(numberToMicro(totals.energy ?? 0), ratedPower, lengthMs),
    occupancy: lengthMs > 0 ? hours / ((lengthMs / HOUR_MS) * connectors) : null,
  };
}

function daysOf(
  sessions: readonly SessionOfTime[],
  { begin, end }: { begin: string; end: string },
  zone: Zone,
): ChargeAnalysisWire['days'] {
  const byDay = groupedBy(sessions, (session) => zone.localDay(session.begin));
  const [from, to] = [dayOfDate(begin), dayOfDate(end)];
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const own = (byDay.get(from + i) ?? []).filter(({ state }) => isBilled(state));
    return {
      date: dateOfDay(from + i),
      energies: byPeriodOrNone((period) => sumOf(own.map(({ energies }) => energies[period]))),
      revenue: sumOf(own.flatMap(({ energyFee, serviceFee }) => [energyFee, serviceFee])),
    };
  });
}

async function analysisOf(
  trx: Db,
  { consumerId, siteId, begin, end }: z.output<typeof params>,
  now: number,
): Promise<ChargeAnalysisWire> {
  const [first, last] = [dayOfDate(begin), dayOfDate(end)];
  if (last < first)
    throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'end');
  if (last - first >= MOST_DAYS)
    throw badInput({ zh: `最多 ${MOST_DAYS} 天`, en: `At most ${MOST_DAYS} days` }, 'end');
  const { rows: piles } = await sql<Pile & { zone: string }>`
    select p.id as "pileId", p.pile_code as "pileCode", shown_name(p.pile_name, p.pile_name_en) as "pileName",
      shown_name(s.org_name, s.org_name_en) as "siteName", p.rated_power::float8 as "ratedPower", p.connectors,
      coalesce(s.time_zone, ${homeZone}) as zone
    from charge_pile p join monitor_site s on s.id = p.site_id
    where p.consumer_id = ${consumerId} and (${siteId ?? null}::integer is null or p.site_id = ${siteId ?? null})
      and (p.state = '1' or exists (select from charge_session c where c.pile_id = p.id))
    order by p.pile_code, p.id`.execute(trx);
  const zone = zoneOf(piles[0]?.zone ?? HOME_ZONE);
  const range: Range = { from: zone.startOfDay(first), to: zone.startOfDay(last + 1) };
  // What has not passed could not be used.
  const over: Range = { from: range.from, to: Math.max(range.from, Math.min(range.to, now)) };
  const length = over.to - over.from;
  const sessions = await sessionsOver(trx, { consumerId, siteId }, range);
  const byPile = groupedBy(sessions, ({ pileId }) => pileId);
  const startsByHour = Array.from({ length: 24 }, () => 0);
  for (const { begin: at } of sessions) {
    const { hour } = zone.local(at);
    startsByHour[hour] = (startsByHour[hour] ?? 0) + 1;
  }
  const all = {
    ratedPower: sumOf(piles.map(({ ratedPower }) => ratedPower)) ?? 0,
    connectors: piles.reduce((sum, { connectors: n }) => sum + n, 0),
  };
  return {
    begin,
    end,
    timeZone: zone.name,
    total: figuresOf(all, totalsOf(sessions, over), length),
    piles: piles.map(({ zone: _zone, connectors, ...pile }) => ({
      ...pile,
      ...figuresOf({ ...pile, connectors }, totalsOf(byPile.get(pile.pileId) ?? [], over), length),
    })),
    startsByHour,
    days: daysOf(sessions, { begin, end }, zone),
  };
}

const getAnalysis = defineRoute({
  method: 'GET',
  path: '/api/archive/chargePile/getAnalysis',
  summary: { zh: '充电分析：利用率、收入与会话', en: 'Charging: utilisation, revenue and sessions' },
  permission: ANALYSIS,
  params,
  example: { consumerId: 1001, begin: '2026-01-01', end: '2026-01-31' },
  handler: ({ trx, params: asked }): Promise<ChargeAnalysisWire> => analysisOf(trx, asked, Date.now()),
});

export const analysisRoutes: readonly Route[] = [getAnalysis];

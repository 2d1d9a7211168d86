import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { microToNumber, textToMicro } from '#domain/decimal/decimal.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { type SessionDoubt, type SessionState } from '#contract/chargeSession.ts';
import { JUDGEABLE, type SessionCurve, type SessionLine, type SessionPoint } from '../contract.ts';
import { judgementsOf } from './judgement.ts';
import { SESSIONS } from './permission.ts';
import { type Begun, courseNow, SETTLED_BY } from './settle.ts';

interface Row extends Begun {
  readonly pileName: string;
  readonly connector: number;
  readonly timeZone: string;
  readonly energyFee: number | null;
  readonly serviceFee: number | null;
  readonly servicePrice: number;
  readonly doubt: SessionDoubt | null;
  readonly state: SessionState;
  readonly splitByTime: boolean;
  readonly lines: readonly Line[];
}

interface Line {
  readonly period: SessionLine['period'];
  readonly energy: string;
  readonly price: string | null;
  readonly amount: string | null;
}

interface Told {
  readonly at: number;
  readonly energy: string | null;
  readonly power: number | null;
  readonly soc: number | null;
}

const number = (text: string | null): number | null => (text === null ? null : Number(text));

const lineOf = ({ period, energy, price, amount }: Line): SessionLine => ({
  period,
  energy: Number(energy),
  price: number(price),
  amount: number(amount),
});

/** A session with the values behind it, as the pure core sees them now. @throws Fault 404 */
async function curveOf(trx: Db, sessionId: number): Promise<SessionCurve> {
  const { rows } = await sql<Row>`
    select s.id as "sessionId", shown_name(p.pile_name, p.pile_name_en) as "pileName", s.connector,
      m.time_zone as "timeZone", ${SETTLED_BY},
      s.begin_at as "beginAt", s._told_at as "toldAt", s.meter_start::text as "meterStart", s.energy_fee::float8 as "energyFee",
      s.service_fee::float8 as "serviceFee", s._service_price::float8 as "servicePrice", s.doubt, s._lines as lines,
      s.session_state as state, s._clock_doubt as "clockDoubt", s.split_by_time is true as "splitByTime"
    from charge_session s join charge_pile p on p.id = s.pile_id join monitor_site m on m.id = s.site_id
    where s.id = ${sessionId}`.execute(trx);
  const [row] = rows;
  if (!row) throw noSuchRow();
  const { start, course: known } = await courseNow(trx, row);
  const { points, stop, ignored } = known;
  const energy = row.state === '4' || row.state === '6' ? null : known.energy;
  const course = new Set(points.map((point) => `${point.at} ${point.energy}`));
  const told =
    await sql<Told>`select floor(extract(epoch from at) * 1000)::float8 as at, energy::text as energy,
      power::float8 as power, soc::float8 as soc
    from charge_sample where session_id = ${sessionId} order by at, energy`.execute(trx);
  const { pileName, connector, timeZone, energyFee, serviceFee, servicePrice, splitByTime, doubt, lines } =
    row;
  const pointOf = ({ at, energy: register, power, soc }: Told): SessionPoint => {
    const micro = register === null ? null : textToMicro(register);
    return {
      at,
      energy: micro === null ? null : microToNumber(micro - start.energy),
      power,
      soc,
      onCourse: micro === null || course.has(`${at} ${micro}`),
    };
  };
  const ends = [start, ...(stop && energy !== null ? [stop] : [])].map((one) =>
    pointOf({ at: one.at, energy: String(microToNumber(one.energy)), power: null, soc: null }),
  );
  return {
    sessionId,
    pileName,
    connector,
    timeZone,
    begin: start.at,
    end: stop?.at ?? null,
    meterStart: microToNumber(start.energy),
    meterStop: stop ? microToNumber(stop.energy) : null,
    energy: energy === null ? null : microToNumber(energy),
    lines: lines.map(lineOf),
    energyFee,
    serviceFee,
    servicePrice,
    splitByTime,
    doubt,
    state: row.state,
    judgements: await judgementsOf(trx, sessionId),
    judgeable: JUDGEABLE.includes(row.state) || (row.clockDoubt !== null && row.state === '2'),
    ignored,
    points: [...told.rows.map(pointOf), ...ends].toSorted((a, b) => a.at - b.at || (a.energy ?? 0) - (b.energy ?? 0)), // prettier-ignore
  };
}

const getCurve = defineRoute({
  method: 'GET',
  path: '/api/archive/chargeSession/getCurve',
  summary: { zh: '充电记录：曲线与计费明细', en: 'Charging sessions: curve and lines of the fee' },
  permission: SESSIONS,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: ({ trx, params }): Promise<SessionCurve> => curveOf(trx, params.id),
});

export const curveRoutes: readonly Route[] = [getCurve];

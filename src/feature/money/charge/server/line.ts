import { meanOf, sumOf } from '#domain/decimal/sum.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { codeIndex, COST_CODES, DATA_CODES, ENERGY_CODES, unitOfCode } from '#contract/dataCode.ts';
import { badInput } from '#contract/error.ts';
import { energyTypeOf, ENERGY } from '#contract/energyType.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id, idList } from '#contract/param.ts';
import { isCodeShown } from '#contract/period.ts';
import { microToNumber, roundDiv } from '#domain/decimal/decimal.ts';
import { INTERVALS } from '#contract/interval.ts';
import { periodOf } from '#domain/time/period.ts';
import { lastEnd } from '#domain/time/range.ts';
import {
  CodeSet,
  hasDeepValley,
  readingsOf,
  usageSum,
  visibleMeters,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import type { EnergyLine, LineSource, Operation } from '../contract.ts';
import { CHARGE } from './chart.ts';
import { timeAt } from './statistics.ts';

const BUCKETED: readonly string[] = [...ENERGY_CODES, ...COST_CODES];
type Bucketed = (typeof ENERGY_CODES)[number] | (typeof COST_CODES)[number];
/** The gauges that lines may show as they came: phase currents and voltages, power, power factor. */
const GAUGES = ['IA', 'IB', 'IC', 'UA', 'UB', 'UC', 'PZ', 'QZ', 'FZ'];
const MOST_POINTS = 5000;
const FORMAT = 'yyyy-MM-dd HH:mm';
/** So much of an instant is written for buckets of a level. */
const LENGTH = { 1: 16, 2: 16, 3: 10, 4: 7, 5: 4 } as const;

/** The meters of a place, with the codes that each has readings of. */
export const getAllByOrgId = defineRoute({
  method: 'GET',
  path: '/api/sdata/monitoring/getAllByOrgId',
  summary: { zh: '对象下可作曲线的表计', en: 'What lines can be drawn of a place' },
  permission: CHARGE,
  params: z.object({ orgId: id() }),
  example: { orgId: 1001 },
  handler: async ({ trx, params }): Promise<LineSource[]> => {
    const { rows } = await sql<Omit<LineSource, 'dataCodes' | 'unit'> & { codes: string; costed: boolean }>`
      select a.site_id as "orgId", a.id as "ammeterId", a.ammeter_code as "ammeterCode", shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName",
        a.data_type as "dataType", coalesce(f.codes, '') as codes,
        a.data_type = ${sql.lit(ENERGY.electricity)} and exists (select from price_stamp p where p.consumer_id = a.consumer_id) as costed
      from ammeter a left join meter_fold f on f.meter_id = a.id
      where a.consumer_id = ${params.orgId} or a.site_id = ${params.orgId}
        or exists (select from org_ammeter o where o.org_id = ${params.orgId} and o.ammeter_id = a.id)
      order by a.ammeter_code`.execute(trx);
    const deep = (await hasDeepValley(trx, params.orgId)) ?? false;
    return rows.map(({ codes, costed, ...row }) => {
      const set = CodeSet.read(codes);
      const has = (code: string): boolean => set.has(codeIndex(code));
      const shown = (code: string): boolean => isCodeShown(code, deep);
      const energies = ENERGY_CODES.filter((code) => code === 'PP' || (code.length === 3 && shown(code)) || (has(code) && shown(code))); // prettier-ignore
      return {
        ...row,
        unit: energyTypeOf(row.dataType).unit,
        dataCodes: [...energies, ...(costed ? COST_CODES.filter(shown) : []), ...GAUGES.filter(has)],
      };
    });
  },
});

/** Whose line of what, how fine, from when to when. */
export const lineParams = z.object({
  ammeterIds: idList(),
  type: z.enum(['overlay', 'average']).optional(),
  dataCode: z.string().max(8).default('PP'),
  interval: z
    .enum([INTERVAL.quarter, INTERVAL.hour, INTERVAL.day, INTERVAL.month, INTERVAL.year])
    .default(INTERVAL.hour),
  beginDate: z.iso.date(),
  endDate: z.iso.date(),
});

/** One line, or the sum or mean of several meters' lines at the same instants. */
export const operation = defineRoute({
  method: 'GET',
  path: '/api/sdata/monitoring/operation',
  summary: { zh: '曲线：单表，或多表叠加、平均', en: 'A line of a meter, or the sum or mean of several' },
  permission: CHARGE,
  params: lineParams,
  example: { ammeterIds: '1,7', type: 'average', dataCode: 'PP', interval: INTERVAL.hour, beginDate: '2026-01-01', endDate: '2026-01-03' }, // prettier-ignore
  handler: ({ trx, params }): Promise<EnergyLine> => lineOf(trx, params),
});

/** @throws Fault 400 for what cannot be one line. */
export async function lineOf(trx: Db, params: z.output<typeof lineParams>): Promise<EnergyLine> {
  const { interval, beginDate, endDate, type } = params;
  const ids = [...new Set(params.ammeterIds)];
  const code = params.dataCode.toUpperCase();
  const raw = GAUGES.includes(code);
  if (!raw && !BUCKETED.includes(code)) {
    const known = [...BUCKETED, ...GAUGES].join(', ');
    throw badInput({ zh: `dataCode：应为 ${known}`, en: `dataCode: one of ${known}` }, 'dataCode');
  }
  if (ids.length > 1 && !type)
    throw badInput({ zh: '多条曲线请选择叠加或平均', en: 'Choose sum or average of several lines' }, 'type');
  if (endDate < beginDate)
    throw badInput({ zh: '结束日期不能早于开始日期', en: 'The end may not precede the begin' }, 'endDate');
  const last = lastEnd(raw ? INTERVAL.quarter : interval, beginDate);
  if (endDate > last)
    throw badInput({ zh: `结束时间不能超过 ${last}`, en: `end time cannot exceed ${last}` }, 'endDate');
  const meters = await visibleMeters(trx, ids);
  const [first] = meters;
  if (!first || meters.length < ids.length)
    throw badInput({ zh: '没有这样的表计', en: 'There is no such meter' }, 'ammeterIds');
  if (!raw && meters.some((meter) => meter.unit !== first.unit))
    throw badInput(
      { zh: '所选表计的单位不同，不能叠加或平均', en: 'Meters of different units cannot be put together' },
      'ammeterIds',
    );
  const { zone } = first;
  const range = { from: periodOf(zone, 'day', beginDate).from, to: Math.min(periodOf(zone, 'day', endDate).to, Date.now()) }; // prettier-ignore
  const data = raw
    ? await gaugeLine(trx, ids, code, range, type)
    : await bucketLine(trx, ids, code as Bucketed, INTERVALS[interval].level, range, type);
  const format = FORMAT.slice(0, raw ? undefined : LENGTH[INTERVALS[interval].level]);
  const cost = (COST_CODES as readonly string[]).includes(code);
  return {
    orgId: first.consumerId,
    source: raw ? 'reading' : 'usage',
    ammeterId: first.id,
    ammeterName: meters.map((meter) => meter.name).join(' + '),
    type: type && ids.length > 1 ? type : null,
    canBeOperated: ids.length === 1,
    lineCount: ids.length,
    index: 1,
    beginDate,
    endDate,
    interval: raw ? '100' : interval,
    format,
    dateRange: [beginDate, endDate],
    date: timeAt(zone, range.from).slice(0, format.length),
    divisor: 1,
    dataCode: code,
    unit: cost ? 'CNY' : unitOfCode(code, first.unit),
    timeZone: zone.name,
    data,
  };
}

type Points = [number, number | null][];

/** The code that tells whether a meter has a figure at all: where it has, a tariff period that it lacks held nothing. */
const leadOf = (code: Bucketed): Bucketed => (/^PP\d$/.test(code) ? 'PP' : /^CZ\d$/.test(code) ? 'CZ' : code);

/** Buckets of meters; one that a meter lacks which counts in it is left out of a sum. */
async function bucketLine(
  trx: Db,
  ids: readonly number[],
  code: Bucketed,
  level: 1 | 2 | 3 | 4 | 5,
  { from, to }: { from: number; to: number },
  type: Operation | undefined,
): Promise<Points> {
  const signed = ids.map((meterId) => ({ meterId, sign: 1 as const }));
  if (type === 'overlay') {
    const buckets = await usageSum(trx, signed, level, from, to, { code: leadOf(code), more: [code] });
    return buckets.map(({ ts, missing, more: [sum = null] = [] }) => [
      ts,
      sum === null || missing.length > 0 ? null : microToNumber(sum),
    ]);
  }
  const buckets = await usageSum(trx, signed, level, from, to, { code });
  return buckets.map(({ ts, energy, known }) => {
    if (energy === null || known === 0) return [ts, null];
    return [ts, microToNumber(type === 'average' ? roundDiv(energy, BigInt(known)) : energy)];
  });
}

/** Readings at the same instants; an instant that one of them lacks is left out of a sum. */
async function gaugeLine(
  trx: Db,
  ids: readonly number[],
  code: string,
  { from, to }: { from: number; to: number },
  type: Operation | undefined,
): Promise<Points> {
  const at = new Map<number, number[]>();
  for (const meterId of ids) {
    const name = DATA_CODES[codeIndex(code)]?.code ?? code;
    const { points } = await readingsOf(trx, meterId, name, from, to, MOST_POINTS);
    for (const { ts, value } of points) {
      const list = at.get(ts);
      if (list) list.push(value);
      else at.set(ts, [value]);
    }
  }
  return [...at]
    .filter(([, values]) => values.length === ids.length)
    .toSorted(([a], [b]) => a - b)
    .map(([ts, values]) => {
      const reported = type === 'average' ? meanOf(values) : sumOf(values);
      return [ts, reported === null ? null : Math.round(reported * 1e6) / 1e6];
    });
}

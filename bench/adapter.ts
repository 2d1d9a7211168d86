import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { ENERGY } from '#contract/energyType.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { MeterColumns, MeterList, TopRow } from '#feature/meters/dataInterface/contract.ts';
import { Caller } from './http.ts';
import type { Row, Workload } from './workload.ts';
import { weigh } from './weigh.ts';

/*
 * The product as one of the systems of the shared bench: its public doors only. Readings go in through a gateway's
 * token, answers come from the data interface with the session of an enterprise user. Settings by environment:
 * BENCH_URL, BENCH_PASSWORD (the operator's), BENCH_DATA_DIR (to weigh the tables), BENCH_PID.
 */
export const name = 'meterhouse';

const env = (key: string): string => process.env[key] ?? '';
const gateway = new Caller(env('BENCH_URL'));
const person = new Caller(env('BENCH_URL'));
const FIRST_PASSWORD = 'set by another';
const USER_PASSWORD = 'chosen by oneself';

export { bulk } from './bulk.ts';

let W: Workload;
let consumerId = 0;
/** Ids by number of the meter. */
const ids: number[] = [];

const codeOf = (meter: number): string => `M${String(meter).padStart(3, '0')}`;

interface Made {
  readonly id: number;
}

/** Enters enterprise, site, meters, gateway and a person of the enterprise. */
export async function setup(workload: Workload): Promise<void> {
  W = workload;
  const operator = new Caller(env('BENCH_URL'));
  await operator.login('operator', env('BENCH_PASSWORD'));
  const add = <T extends Made>(resource: string, row: object): Promise<T> =>
    operator.post<T>(`/api/${resource}/add`, row);
  ({ id: consumerId } = await add('archive/consumer', { orgName: 'Bench', orgCode: 'bench' }));
  const site = await add('archive/monitorSite', {
    consumerId,
    orgName: 'Bench',
    orgCode: 'B-1',
    timeZone: HOME_ZONE,
  });
  for (let meter = 1; meter <= W.METERS; meter++) {
    const row = {
      consumerId,
      siteId: site.id,
      ammeterCode: codeOf(meter),
      ammeterName: `Meter ${meter}`,
      deviceType: DEVICE_TYPE.electricityMeter,
      dataType: ENERGY.electricity,
    };
    ids[meter] = (await add('archive/ammeter', row)).id;
  }
  const { id } = await add('archive/gateway', { consumerId, siteId: site.id, gatewayName: 'Bench' });
  const { token } = await operator.post<{ token: string }>('/api/archive/gateway/rotateToken', { id });
  gateway.bearer(token);
  const roles = await operator.get<{ id: number; roleCode: string }[]>('/api/sys/orgRole/getall');
  const roleIdList = roles.filter((role) => role.roleCode === 'enterprise').map((role) => role.id);
  const user = await add('sys/orgEmployee', {
    userName: 'bench',
    name: 'Bench',
    accountType: '0',
    consumerId,
    consumerIdList: [consumerId],
    roleIdList,
  });
  await operator.post('/api/sys/orgEmployee/updateEmpPassword', {
    userId: user.id,
    adminPassword: env('BENCH_PASSWORD'),
    userPassword: FIRST_PASSWORD,
  });
  operator.close();
  await person.login('bench', FIRST_PASSWORD);
  await person.post('/api/sys/orgEmployee/updateOwnPassword', { old: FIRST_PASSWORD, new: USER_PASSWORD });
}

/** Sends rows through the HTTP door; resolves when they are committed. */
export async function ingest(rows: readonly Row[]): Promise<void> {
  const byMeter = new Map<number, string[]>();
  for (const { ts, meter, codes, values } of rows) {
    let text = `{"ts":${ts}000,"values":{`;
    for (let i = 0; i < codes.length; i++) text += `${i > 0 ? ',' : ''}"${codes[i]}":${values[i]}`;
    const list = byMeter.get(meter);
    if (list) list.push(`${text}}}`);
    else byMeter.set(meter, [`${text}}}`]);
  }
  const parts = [...byMeter].map(([meter, list]) => `"${codeOf(meter)}":[${list.join(',')}]`);
  const stored = await gateway.post<{ accepted: number; rejectedCount: number }>(
    '/api/ingest/telemetry',
    `{${parts.join(',')}}`,
  );
  if (stored.rejectedCount > 0) throw new Error(`${stored.rejectedCount} values were rejected`);
}

/** Waits until everything is folded into the figures. */
export async function afterIngest(): Promise<string> {
  for (;;) {
    const metrics = await person.text('/metrics');
    const left = /^meterhouse_dirty_intervals (\d+)/m.exec(metrics)?.[1];
    if (left === '0') return 'folded';
    await new Promise((done) => setTimeout(done, 100));
  }
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

function dataUrl(call: string, query: Readonly<Record<string, string | number>>): string {
  const text = Object.entries(query).map(([key, value]) => `${key}=${value}`);
  return `/api/sdata/dataInterface/${call}?${text.join('&')}`;
}

const oneMeter = (
  meter: number,
  interval: number,
  code: string,
  from: number,
  to: number,
): Promise<MeterColumns> =>
  person.get(
    dataUrl('getData', {
      ammeterId: ids[meter] ?? 0,
      interval,
      dataCodes: code,
      fromDt: iso(from),
      toDt: iso(to),
    }),
  );

const column = (meter: MeterColumns, code: string): number[] => (meter.values[code] ?? []).map(Number);

/** One meter's energy by day for a year. */
export const q1 = async (meter: number): Promise<number[]> =>
  column(await oneMeter(meter, 301, 'PP', W.YEAR0, W.YEAR1), 'PP');

/** One meter's mean power by hour for a year. */
export const q2 = async (meter: number): Promise<number[]> =>
  column(await oneMeter(meter, 201, 'PZ', W.YEAR0, W.YEAR1), 'PZ');

/** One meter's energy by hour in [from, to), s. */
export const hourly = async (meter: number, from: number, to: number): Promise<number[]> =>
  column(await oneMeter(meter, 201, 'PP', from, to), 'PP');

/** Meters' energy by month for a year, each and in total. */
export async function q3(): Promise<{ per: number[][]; total: number[] }> {
  const ammeterIds = ids.slice(1, W.YEAR_METERS + 1).join(',');
  const { list, total } = await person.get<MeterList>(
    dataUrl('getDataList', {
      ammeterIds,
      interval: 501,
      dataCodes: 'PP',
      fromDt: iso(W.YEAR0),
      toDt: iso(W.YEAR1),
    }),
  );
  const byId = new Map(list.map((meter) => [meter.ammeterId, column(meter, 'PP')]));
  return {
    per: ids.slice(1, W.YEAR_METERS + 1).map((id) => byId.get(id) ?? []),
    total: (total.values['PP'] ?? []).map(Number),
  };
}

/** The ten largest meters over the week, from its first to its last reading. */
export async function q4(): Promise<{ meter: number; kwh: number }[]> {
  const to = W.WEEK0 + W.WEEK_STEPS * W.STEP;
  const rows = await person.get<TopRow[]>(
    dataUrl('getTop', { consumerId, top: 10, fromDt: iso(W.WEEK0 + W.STEP), toDt: iso(to) }),
  );
  return rows.map((row) => ({ meter: ids.indexOf(row.ammeterId), kwh: row.energy }));
}

/** One meter's raw day. */
export async function q5(meter: number, day: number): Promise<number[]> {
  const from = W.YEAR0 + day * W.DAY;
  return column(await oneMeter(meter, 100, 'PZ', from, from + W.DAY), 'PZ');
}

/** One meter's month by tariff period: hours of the same call summed by period here. */
export async function q6(meter: number, month: number): Promise<{ p: number; f: number; v: number }> {
  const answer = await oneMeter(meter, 201, 'PP', W.MONTHS[month] ?? 0, W.MONTHS[month + 1] ?? 0);
  const micros = { p: 0, f: 0, v: 0 };
  answer.ts.forEach((ts, i) => {
    const hour = Math.floor(ts / HOUR_MS + W.TZ_H) % 24;
    micros[W.PERIODS[hour] as 'p' | 'f' | 'v'] += Math.round((answer.values['PP']?.[i] ?? 0) * 1e6);
  });
  return { p: micros.p / 1e6, f: micros.f / 1e6, v: micros.v / 1e6 };
}

/** Bytes of the readings as received, and of everything that is derived from them. */
export async function disk(): Promise<{ data: number; other: number }> {
  const { week, year, usage } = await weigh(env('BENCH_DATA_DIR'));
  return { data: week.bytes + year.bytes, other: usage.bytes };
}

export const pids = (): Record<string, number[]> => ({ product: [Number(env('BENCH_PID'))] });

export function close(): void {
  gateway.close();
  person.close();
}

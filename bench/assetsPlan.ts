import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ZERO_POINTS } from '#contract/plan.ts';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { EmsStation } from '../simulator/device/emsStation.ts';
import { addPlan, addStation } from '../test/build/storage.ts';
import { Caller } from './http.ts';
import { databaseUrl, freePort, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, table } from './section.ts';

/*
 * 1,000 approved plan curves of 200 stations behind 20 gateways are issued by one person with a second beside, and answered by
 * simulated energy managements over MQTT: from the call to the last acceptance.
 */
const PLANS = 1000;
const STATIONS = 200;
const GATEWAYS = 20;
const MOST_SECONDS = 30;
const SECOND = { userName: 'second', password: 'set by another person' };

/** Issues 1,000 plans and waits for their answers. */
export async function measurePlans(say: (line: string) => void): Promise<Part> {
  const machine = machineNow();
  const port = await freePort();
  const product = await startProduct({ MQTT_PORT: String(port) });
  const operator = new Caller(product.baseUrl);
  const database = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 2 });
  const stations: EmsStation[] = [];
  try {
    await operator.login('operator', PASSWORD);
    const { ids, tokens } = await enter(operator, database);
    const mqttUrl = `mqtt://127.0.0.1:${port}`;
    for (const token of tokens) stations.push(await EmsStation.connect({ url: mqttUrl, token }));
    say(`${PLANS} plan curves issued and answered …`);
    const begun = performance.now();
    await operator.post('/api/sdata/planCurveReport/batchIssue', { ids, ...SECOND });
    const handed = (performance.now() - begun) / 1000;
    const answered = await allAnswered(database, begun);
    const loads = stations.flatMap((one) => one.loads).length;
    const rows = [
      ['the call that issues them, s', fixed(handed), ''],
      ['issued and answered, s', fixed(answered), limit(answered, '≤', MOST_SECONDS, ' s')],
      ['loaded by the devices', loads, limit(loads, '≤', PLANS)],
    ];
    const text = `${measuredNow(machine)}\n\n${PLANS} plan curves of ${STATIONS} stations behind ${GATEWAYS} gateways, issued at once with a second person, until the last is accepted.\n\n${table(['what', 'measured', 'limit'], rows)}`;
    return { title: 'Plan curves', text };
  } finally {
    await Promise.all(stations.map((one) => one.leave()));
    operator.close();
    await database.close();
    await product.stop();
  }
}

interface Entered {
  readonly ids: readonly number[];
  readonly tokens: readonly string[];
}

/** An enterprise with its gateways, stations and approved plans, and a second operator. */
async function enter(operator: Caller, { db }: Database): Promise<Entered> {
  const add = <T extends { readonly id: number }>(resource: string, row: object): Promise<T> =>
    operator.post<T>(`/api/${resource}/add`, row);
  const { id: consumerId } = await add('archive/consumer', { orgCode: 'B', orgName: 'Bench' });
  const site = { consumerId, orgCode: 'B', orgName: 'Bench', timeZone: 'Asia/Shanghai' };
  const { id: siteId } = await add('archive/monitorSite', site);
  const roles = await operator.get<{ id: number; roleCode: string }[]>('/api/sys/orgRole/getall');
  const user = await add('sys/orgEmployee', {
    userName: SECOND.userName,
    name: 'Second',
    accountType: '1',
    roleIdList: roles.filter(({ roleCode }) => roleCode === 'operator').map(({ id }) => id),
  });
  await operator.post('/api/sys/orgEmployee/updateEmpPassword', {
    userId: user.id,
    adminPassword: PASSWORD,
    userPassword: SECOND.password,
  });
  await sql`update employee_secret set must_change = false where employee_id = ${user.id}`.execute(db);
  const { rows: meters } = await sql<{ id: number }>`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    select 'M' || n, 'M' || n, ${consumerId}, ${siteId}, '4', '1', 900, '1' from generate_series(1, ${STATIONS}::integer) n
    returning id`.execute(db);
  const gateways: { readonly id: number; readonly token: string }[] = [];
  for (let i = 0; i < GATEWAYS; i++)
    gateways.push(await add('archive/gateway', { consumerId, gatewayName: `G${i}`, state: '1' }));
  const ids: number[] = [];
  const points = [...ZERO_POINTS].fill(-20, 4, 12);
  for (const [i, meter] of meters.entries()) {
    const gatewayId = gateways[i % GATEWAYS]?.id ?? 0;
    const place = { consumerId, siteId, stationMeterId: meter.id, gatewayId, deviceName: `EMS-${i}` };
    const stationId = await addStation(db, place);
    for (let ahead = 1; ahead <= PLANS / STATIONS; ahead++)
      ids.push(await addPlan(db, { stationId, consumerId, points, ahead }));
  }
  return { ids, tokens: gateways.map(({ token }) => token) };
}

/** Waits for the last answer; the seconds since it began. */
async function allAnswered({ db }: Database, begun: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from plan_curve where plan_state = 'accepted'`.execute(db);
    const seconds = (performance.now() - begun) / 1000;
    if (rows[0]?.n === PLANS || seconds > 4 * MOST_SECONDS) return seconds;
    await sleep(50);
  }
}

import { sql } from 'kysely';
import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { SimulatedCharger } from '../simulator/charger/charger.ts';
import { Caller } from './http.ts';
import { watchMemory } from './memory.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, table } from './section.ts';

/*
 * 500 chargers connect at once by OCPP 1.6J, and each charges twice: how long their connecting takes, how many sessions (begin, three
 * values, end, five states) are taken in a second, and what the door needs of memory for a charger.
 */
const CHARGERS = 500;
const SESSIONS = 2;
const VALUES = 3;
const STEP_MS = 600_000;
const TAG = 'BENCH';
const MB = 1024 * 1024;
/** Wanted: connected within, s; sessions a second; memory of a charger, kB. */
const MOST_SECONDS = 30;
const LEAST_SESSIONS = 20;
const MOST_KB = 300;

/** 500 chargers at the door of chargers. */
export async function measureChargers(say: (line: string) => void): Promise<Part> {
  const machine = machineNow();
  const product = await startProduct();
  const operator = new Caller(product.baseUrl);
  const database = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 1 });
  const memory = watchMemory(product.pid);
  const chargers: SimulatedCharger[] = [];
  try {
    await operator.login('operator', PASSWORD);
    say(`${CHARGERS} chargers …`);
    chargers.push(...(await enter(operator, product.baseUrl)));
    const before = memory.now().product;
    const begun = performance.now();
    await Promise.all(chargers.map((one) => one.connect()));
    const connected = (performance.now() - begun) / 1000;
    const perCharger = (memory.now().product - before) / CHARGERS / 1024;
    const from = performance.now();
    await Promise.all(chargers.map(charge));
    const seconds = (performance.now() - from) / 1000;
    const wanted = CHARGERS * SESSIONS;
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from charge_session where session_state = '2'`.execute(database.db);
    const settled = rows[0]?.n ?? 0;
    const text = `${measuredNow(machine)}\n\n${CHARGERS} chargers at once, ${SESSIONS} sessions each with ${VALUES} values; every message is answered after its commit.\n\n${table(
      ['what', 'measured', 'limit'],
      [
        ['all connected and started up, s', fixed(connected), limit(connected, '≤', MOST_SECONDS, ' s')],
        ['sessions a second', fixed(wanted / seconds, 0), limit(wanted / seconds, '≥', LEAST_SESSIONS)],
        ['sessions that are settled', settled, limit(settled, '≥', wanted)],
        [
          'memory of the product for a charger, kB',
          fixed(perCharger, 0),
          limit(perCharger, '≤', MOST_KB, ' kB'),
        ],
        ['most memory of the product, MB', fixed(memory.peak().product / MB, 0), ''],
      ],
    )}`;
    return { title: 'Chargers', text };
  } finally {
    for (const one of chargers) one.cut();
    operator.close();
    await database.close();
    await product.stop();
  }
}

async function charge(charger: SimulatedCharger): Promise<void> {
  for (let i = 0; i < SESSIONS; i++) {
    await charger.begin(1, TAG);
    for (let k = 0; k < VALUES; k++) await charger.charge(1, STEP_MS);
    await charger.end(1);
  }
}

/** An enterprise with its chargers, and their keys. */
async function enter(operator: Caller, baseUrl: string): Promise<SimulatedCharger[]> {
  const add = async (path: string, row: object): Promise<number> =>
    (await operator.post<{ id: number }>(`/api/archive/${path}/add`, row)).id;
  const consumerId = await add('consumer', { orgCode: 'B', orgName: 'Bench' });
  const siteId = await add('monitorSite', { consumerId, orgCode: 'B', orgName: 'Bench', timeZone: 'Asia/Shanghai' }); // prettier-ignore
  await add('chargeTag', { tagCode: TAG, holder: 'Bench', consumerId });
  const url = `${baseUrl.replace('http', 'ws')}/ocpp`;
  const chargers: SimulatedCharger[] = [];
  for (let i = 0; i < CHARGERS; i++) {
    const identity = `BENCH-${i}`;
    const pile = {
      pileName: `P${i}`,
      pileCode: `P${i}`,
      consumerId,
      siteId,
      ratedPower: 7,
      ocppIdentity: identity,
    };
    const id = await add('chargePile', { ...pile, serviceFee: 0.45 });
    const { key } = await operator.post<{ key: string }>('/api/archive/chargePile/issueKey', { id });
    // Each session has the time that its energy takes.
    chargers.push(new SimulatedCharger({ url, identity, key, lateMs: VALUES * STEP_MS }));
  }
  return chargers;
}

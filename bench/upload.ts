import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { creditCheck } from '#domain/archive/creditCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { DAY_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { storeReadings } from '#feature/meters/reading/server/public.ts';
import type { BatchProgress } from '#feature/reporting/upload/contract.ts';
import { type Db, openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { ENTERPRISE, INSTRUMENT } from '../simulator/platform/enterprise.ts';
import { startProvince } from '../simulator/platform/province.ts';
import { Caller } from './http.ts';
import { memoryOf } from './memory.ts';
import { databaseUrl, PASSWORD, startProduct } from './product.ts';
import {
  fixed,
  limit,
  machineNow,
  measuredNow,
  type Machine,
  type Part,
  type Section,
  table,
  whole,
} from './section.ts';

/*
 * A month of forty items at fifteen minutes goes to a platform by both protocols: filed by the call that people press,
 * worked out of the fold, sent with a receipt for each figure. Of protocol A, which has a request for each, so many days.
 */
const ITEMS = 40;
const MONTH_DAYS = 31;
const DAYS_A = Number(process.env['BENCH_UPLOAD_DAYS'] ?? 2);
const YEAR = 2018;
const FROM = Date.parse('2018-07-01T00:00:00+08:00');
const CODE = '91430100707000000';

type Added = { readonly id: number };

/** An enterprise with a meter and forty items that it enters; answers its id. */
async function build(operator: Caller, db: Db): Promise<number> {
  const add = async (path: string, row: object): Promise<number> =>
    (await operator.post<Added>(`/api/${path}/add`, row)).id;
  const consumerId = await add('archive/consumer', { orgName: 'Bench works', orgCode: 'BENCH' });
  const site = { orgName: 'Bench site', orgCode: 'BENCH-1', consumerId, timeZone: 'Asia/Shanghai' };
  const siteId = await add('archive/monitorSite', site);
  const meter = { ammeterName: 'Incomer', ammeterCode: 'BENCH-M', consumerId, siteId };
  const ammeterId = await add('archive/ammeter', meter);
  await add('yunshui/enterpriseInfo', {
    ...ENTERPRISE,
    cmpName: 'Bench works',
    consumerId,
    enterpriseCode: CODE + creditCheck(CODE),
  });
  await add('yunshui/processConfigure', { consumerId, processCode: '01', processName: 'Melting' });
  const item = {
    collectItemName: 'Electricity',
    scope: '1',
    energyClassCode: '02',
    energyTypeCode: '02,3300',
  };
  const itemId = await add('yunshui/dataCollectConfigure', { ...item, consumerId, dataUsageCode: '20', inputType: '4', statType: '0', convertRation: 0.1229 }); // prettier-ignore
  const gaugeId = await add('yunshui/gaugeConfigure', {
    ...INSTRUMENT,
    consumerId,
    meterName: 'Incomer',
    serNo: 'G-1',
    manageNo: 'M-1',
    dataCode: '0000000002330020',
  });
  await sql`update gauge_configure set ammeter_id = ${ammeterId} where id = ${gaugeId}`.execute(db);
  for (const [name, id] of [
    ['data_collect_configure', itemId],
    ['gauge_configure', gaugeId],
  ] as const)
    await copies(db, name, id);
  const builder = new BatchBuilder();
  for (let i = 0; i <= (MONTH_DAYS * DAY_MS) / QUARTER_MS; i++) {
    builder.row(ammeterId, FROM + i * QUARTER_MS);
    builder.set(codeIndex('PP'), (i * 1234 + (i % 96)) / 100);
  }
  await storeReadings(db, builder.batch());
  return consumerId;
}

/** Rows like one, with the data codes of further uses. */
async function copies(db: Db, name: string, id: number): Promise<void> {
  const { rows } = await sql<{ column: string }>`select column_name as column from information_schema.columns
    where table_name = ${name} and column_name not in ('id', 'data_code', 'ser_no', 'manage_no', 'collect_item_name')
      and table_schema = current_schema() and is_generated = 'NEVER'`.execute(db);
  const kept = sql.join(rows.map(({ column }) => sql.ref(column)));
  const own = name === 'gauge_configure' ? ['ser_no', 'manage_no'] : ['collect_item_name'];
  const names = sql.join(own.map((column) => sql.ref(column)));
  const values = sql.join(own.map((column) => sql`${sql.ref(column)} || n`));
  await sql`insert into ${sql.table(name)} (${kept}, ${names}, data_code)
    select ${kept}, ${values}, overlay(data_code placing lpad((20 + n)::text, 2, '0') from 15)
    from ${sql.table(name)}, generate_series(1, ${ITEMS - 1}) n where id = ${id}`.execute(db);
}

interface Sent {
  readonly figures: number;
  /** s, of the whole batch, and of the sending alone. */
  readonly seconds: number;
  readonly sending: number;
  /** MB of the product's own processes when a quarter was sent, and at the end. */
  readonly before: number;
  readonly after: number;
  readonly acknowledged: number;
  readonly receipts: number;
}

/** Joins a platform of a protocol and reports the first days of the month to it. */
async function report(
  operator: Caller,
  db: Db,
  pid: number,
  asked: { readonly consumerId: number; readonly protocol: 'A' | 'B'; readonly url: string; readonly days: number }, // prettier-ignore
): Promise<Sent> {
  const { consumerId, protocol, url, days } = asked;
  const { id: platformId } = await operator.post<Added>('/api/yunshui/platformInfo/add', {
    platformName: `Platform ${protocol}`,
    consumerId,
    protocol,
    baseUrl: `${url}/${protocol.toLowerCase()}`,
    plainHttp: true,
  });
  if (protocol === 'A')
    await operator.post('/api/yunshui/platformInfo/setSecret', { id: platformId, password: 'province-1', ownPassword: PASSWORD }); // prettier-ignore
  await operator.post('/api/hunan/uploadservice/regist', { platformId });
  await operator.post('/api/hunan/platformInfo/enableUpload', { id: platformId, enable: 1 });
  const begun = performance.now();
  const month = { platformId, year: YEAR, month: 7 };
  const { key } = await operator.post<BatchProgress>('/api/yunshui/uploadRecord/dataUpdate', month);
  // The call takes whole months: of further days the batch is told before it is worked out.
  await sql`update upload_record set period_to = ${new Date(FROM + days * DAY_MS)},
      _params = _params || ${JSON.stringify({ to: FROM + days * DAY_MS })}::jsonb where id = ${Number(key)}`.execute(
    db,
  );
  let [before, sendingSince] = [NaN, NaN];
  for (;;) {
    const now = await operator.get<BatchProgress>(`/api/yunshui/uploadRecord/dataUpdateProcess?key=${key}`);
    if (now.process > 0 && Number.isNaN(sendingSince)) sendingSince = performance.now();
    if (now.process >= 0.25 && Number.isNaN(before)) before = memoryOf(pid).product;
    if (['done', 'partial', 'blocked', 'stopped'].includes(now.state)) break;
    await sleep(250);
  }
  const end = performance.now();
  const { rows } = await sql<{ acknowledged: number; receipts: number }>`select
    (select count(*)::integer from upload_detail where record_id = ${Number(key)} and figure_state = 'acknowledged') as acknowledged,
    (select count(*)::integer from upload_receipt where record_id = ${Number(key)} and topic = 'figure'
      and phase = 'answered') as receipts`.execute(db);
  return {
    figures: ITEMS * days * 96,
    seconds: (end - begun) / 1000,
    sending: (end - sendingSince) / 1000,
    before: before / 2 ** 20,
    after: memoryOf(pid).product / 2 ** 20,
    ...(rows[0] ?? { acknowledged: 0, receipts: 0 }),
  };
}

/** Everything that came in is folded. */
async function folded(db: Db): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const { rows } = await sql`select from dirty limit 1`.execute(db);
    if (rows.length === 0) return;
    await sleep(200);
  }
  throw new Error('the readings are not folded');
}

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  const province = await startProvince();
  const database = await openDatabase(await databaseUrl(product.dataDir), { max: 2, log: silent });
  const operator = new Caller(product.baseUrl);
  try {
    await operator.login('operator', PASSWORD);
    const consumerId = await build(operator, database.db);
    await folded(database.db);
    const run = async (protocol: 'A' | 'B', days: number): Promise<Sent> => {
      const sent = await report(operator, database.db, product.pid, {
        consumerId,
        protocol,
        url: province.url,
        days,
      });
      say(
        `${protocol}: ${whole(sent.acknowledged)} of ${whole(sent.figures)} in ${fixed(sent.seconds, 0)} s`,
      );
      return sent;
    };
    return [
      { title: 'Report upward', text: textOf(machine, await run('A', DAYS_A), await run('B', MONTH_DAYS)) },
    ];
  } finally {
    operator.close();
    await database.close();
    await product.stop();
    await province.close();
  }
}

function textOf(machine: Machine, a: Sent, b: Sent): string {
  const rate = ({ acknowledged, sending }: Sent): number => acknowledged / sending;
  const grown = ({ before, after }: Sent): string => `${fixed(before, 0)} → ${fixed(after, 0)}`;
  const minutes = (ITEMS * MONTH_DAYS * 96) / rate(a) / 60;
  return `${measuredNow(machine)}

${ITEMS} items at 15 minutes go to the simulated platform of both protocols: ${DAYS_A} days by protocol A (a request for each figure), the month by protocol B (500 in a request). Every figure has its line of what was sent and of what was answered.

${table(
  ['what', 'A', 'limit', 'B', 'limit'],
  [
    ['figures', whole(a.figures), '', whole(b.figures), ''],
    ['acknowledged', whole(a.acknowledged), limit(a.acknowledged, '≥', a.figures), whole(b.acknowledged), limit(b.acknowledged, '≥', b.figures)],
    ['receipts', whole(a.receipts), limit(a.receipts, '≥', a.figures), whole(b.receipts), limit(b.receipts, '≥', b.figures)],
    ['acknowledged figures a second', whole(rate(a)), limit(rate(a), '≥', 200), whole(rate(b)), limit(rate(b), '≥', 5000)],
    ['the month, min (A: by its rate)', fixed(minutes, 1), limit(minutes, '≤', 10), fixed(b.seconds / 60, 1), limit(b.seconds / 60, '≤', 10)],
    ['memory from a quarter to the end, MB', grown(a), '', grown(b), ''],
  ],
)}`; // prettier-ignore
}

export const upload: Section = { name: 'upload', onRequest: true, measure };

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { openDatabase, type Database } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { framesOf, type MonitorFigure, openMonitor } from './alarmMonitor.ts';
import { buildPages } from './build.ts';
import { cpuOf, cpuOfThread, cpuOfTree } from './cpu.ts';
import { percentile } from './figure.ts';
import { Caller } from './http.ts';
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
 * 10,000 rules on 2,000 meters: what judging costs beside the same deliveries without rules, how long after a publish a page
 * hears of an alarm, how long it takes to record 10,000 raises that come at once, and how the monitor stands with them.
 */
const SECONDS = Number(process.env['BENCH_ALARM_SECONDS'] ?? 60);
const TURNS = 4;
const METERS = 2000;
const RULES = 5;
const CODES = ['PZ', 'UA', 'UB', 'UC', 'FZ'] as const;
const PER_SECOND = 50_000;
const VALUES = METERS * CODES.length;
const EVERY_MS = (VALUES * 1000) / PER_SECOND;
const CROSSINGS = 60;
const CALM = 50;
const BEYOND = 500;

interface Sent {
  readonly values: number;
  readonly cpuUsPerValue: number;
  readonly valuesPerSecond: number;
  readonly alarmLag: number;
  readonly foldLag: number;
}

interface Run extends Sent {
  /** Of the thread that judges and its connections alone. */
  readonly judgingUsPerValue: number;
}

async function measure(say: (line: string) => void): Promise<Part[]> {
  await buildPages();
  const machine = machineNow();
  const product = await startProduct();
  const operator = new Caller(product.baseUrl);
  const gateway = new Caller(product.baseUrl);
  const database = await openDatabase(await databaseUrl(product.dataDir), { log: silent, max: 1 });
  try {
    await operator.login('operator', PASSWORD);
    const { consumerId, token } = await enter(operator, database);
    gateway.bearer(token);
    const rules = await addRules(operator, consumerId);
    say(
      `${METERS} meters, ${PER_SECOND} values/s, ${SECONDS} s with ${METERS * RULES} rules and ${SECONDS} s without, in turns …`,
    );
    const { bare, ruled } = await inTurns(database, gateway, product.pid, rules);
    say(`${CROSSINGS} crossings, one after the other …`);
    const told = await latency(product.baseUrl, operator, gateway, consumerId);
    say(`${METERS * RULES} raises at once …`);
    const seconds = await raiseAll(gateway, database);
    say('the monitor with all of them open …');
    const busy = await openMonitor(product.baseUrl, operator, consumerId);
    await calm(product.pid);
    const monitor = await openMonitor(product.baseUrl, operator, consumerId);
    return [{ title: 'Alarms', text: textOf({ bare, ruled, told, seconds, busy, monitor }, machine) }];
  } finally {
    await database.close();
    for (const caller of [operator, gateway]) caller.close();
    await product.stop();
  }
}

async function enter(operator: Caller, { db }: Database): Promise<{ consumerId: number; token: string }> {
  const { id: consumerId } = await operator.post<{ id: number }>('/api/archive/consumer/add', {
    orgCode: 'B',
    orgName: 'Bench',
  });
  const site = { consumerId, orgCode: 'B', orgName: 'Bench', timeZone: 'Asia/Shanghai' };
  const { id: siteId } = await operator.post<{ id: number }>('/api/archive/monitorSite/add', site);
  const { token } = await operator.post<{ token: string }>('/api/archive/gateway/add', {
    consumerId,
    gatewayName: 'B',
    state: '1',
  });
  await sql`
    insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
    select 'M' || n, 'M' || n, ${consumerId}, ${siteId}, '4', '1', 60, '1' from generate_series(1, ${METERS}::integer) n`.execute(
    db,
  );
  return { consumerId, token };
}

async function addRules(operator: Caller, consumerId: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < RULES; i++) {
    const { id } = await operator.post<{ id: number }>('/api/event/alarm/add', {
      alarmName: `Rule ${i}`, consumerId, alarmLevel: '3', triggerMethod: 'above', triggerFieldName: CODES[i], limitValue: 100,
      deadBand: 2, triggerInterval: 0, recoverInterval: 0, enable: true,
    }); // prettier-ignore
    ids.push(id);
  }
  return ids;
}

/** Puts these rules, and no other, to all meters. */
async function putToMeters({ db }: Database, rules: readonly number[]): Promise<void> {
  await sql`delete from object_alarm where not alarm_id = any (${rules}::integer[])`.execute(db);
  await sql`
    insert into object_alarm (alarm_id, consumer_id, ammeter_id, enable)
    select a.id, a.consumer_id, m.id, true from alarm a join ammeter m on m.consumer_id = a.consumer_id
    where a.id = any (${rules}::integer[]) on conflict do nothing`.execute(db);
}

/**
 * The same deliveries with the rules on and off, in turns: what a fold costs grows through each quarter of an hour, so
 * that whatever runs second would seem dearer.
 */
async function inTurns(
  database: Database,
  gateway: Caller,
  pid: number,
  rules: readonly number[],
): Promise<{ bare: Run; ruled: Run }> {
  const runs = { bare: [] as Run[], ruled: [] as Run[] };
  for (const turn of ['bare', 'ruled', 'ruled', 'bare', 'bare', 'ruled', 'ruled', 'bare'] as const) {
    await putToMeters(database, turn === 'ruled' ? rules : []);
    await drained(gateway);
    const judging = await cpuOfJudging(database, pid);
    const run = await send(gateway, pid);
    const judgingUs = ((await cpuOfJudging(database, pid)) - judging) * 1e6;
    runs[turn].push({ ...run, judgingUsPerValue: judgingUs / run.values });
  }
  await drained(gateway);
  await putToMeters(database, rules);
  await drained(gateway);
  return { bare: together(runs.bare), ruled: together(runs.ruled) };
}

/** Processor time, s, of the thread that judges and of its connections. */
async function cpuOfJudging({ db }: Database, pid: number): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'meterhouse watch'`.execute(db);
  return rows.reduce((sum, one) => sum + (cpuOf(one.pid) || 0), cpuOfThread(pid, 'watch') || 0);
}

/** The mean of runs, and their longest lags. */
function together(runs: readonly Run[]): Run {
  const mean = (of: (run: Run) => number): number =>
    runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  return {
    values: mean((run) => run.values),
    cpuUsPerValue: mean((run) => run.cpuUsPerValue),
    judgingUsPerValue: mean((run) => run.judgingUsPerValue),
    valuesPerSecond: mean((run) => run.valuesPerSecond),
    alarmLag: Math.max(...runs.map((run) => run.alarmLag)),
    foldLag: Math.max(...runs.map((run) => run.foldLag)),
  };
}

const bodyOf = (ts: number, valueOf: (meter: number) => number): string =>
  JSON.stringify(
    Object.fromEntries(
      Array.from({ length: METERS }, (_, i) => [
        `M${i + 1}`,
        [{ ts, values: Object.fromEntries(CODES.map((code) => [code, valueOf(i + 1)])) }],
      ]),
    ),
  );

/** Delivers at the wanted rate, each reading with the time of its delivery. */
async function send(gateway: Caller, pid: number): Promise<Sent> {
  const deliveries = Math.round(((SECONDS / TURNS) * 1000) / EVERY_MS);
  const lags = { alarm: 0, fold: 0 };
  const cpu = cpuOfTree(pid);
  const begun = performance.now();
  for (let k = 0; k < deliveries; k++) {
    const body = bodyOf(Date.now(), (meter) => CALM + ((meter + k) % 40));
    await sleep(Math.max(0, begun + k * EVERY_MS - performance.now()));
    await gateway.post('/api/ingest/telemetry', body);
    if (k % 25 !== 24) continue;
    const page = await gateway.text('/metrics');
    lags.alarm = Math.max(lags.alarm, figureOf(page, 'meterhouse_alarm_lag_seconds'));
    lags.fold = Math.max(lags.fold, figureOf(page, 'meterhouse_fold_lag_seconds'));
  }
  const seconds = (performance.now() - begun) / 1000;
  const values = deliveries * VALUES;
  return {
    values,
    cpuUsPerValue: ((cpuOfTree(pid) - cpu) / values) * 1e6,
    valuesPerSecond: values / seconds,
    alarmLag: lags.alarm,
    foldLag: lags.fold,
  };
}

const figureOf = (page: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(page)?.[1] ?? NaN);

async function drained(gateway: Caller): Promise<void> {
  for (;;) {
    const page = await gateway.text('/metrics');
    if (figureOf(page, 'meterhouse_alarm_marks') === 0 && figureOf(page, 'meterhouse_dirty_intervals') === 0)
      return;
    await sleep(200);
  }
}

/** Milliseconds from the publish of a value to the message that a page hears of its alarm. */
async function latency(
  baseUrl: string,
  operator: Caller,
  gateway: Caller,
  consumerId: number,
): Promise<number[]> {
  const { host, port } = await operator.post<{ host: string; port: number }>('/api/sys/mqtt/getConfig', {});
  const asked = { topics: `alarm/${consumerId}/+` };
  const { token, accessKey } = await operator.post<{ token: string; accessKey: string }>(
    '/api/sys/mqtt/getToken',
    asked,
  );
  const page = await mqtt.connectAsync(`ws://${new URL(baseUrl).hostname || host}:${port}/mqtt`, {
    username: accessKey,
    password: token,
  });
  await page.subscribeAsync(asked.topics);
  const took: number[] = [];
  for (let i = 0; i < CROSSINGS; i++) {
    const heard = new Promise<void>((resolve) => page.once('message', () => resolve()));
    const begun = performance.now();
    await gateway.post(
      '/api/ingest/telemetry',
      JSON.stringify({ [`M${i + 1}`]: [{ ts: Date.now(), values: { PZ: BEYOND } }] }),
    );
    await heard;
    took.push(performance.now() - begun);
    await sleep(150);
  }
  await page.endAsync();
  return took;
}

/** Seconds until every rule has its record, after one delivery that is beyond all limits. */
async function raiseAll(gateway: Caller, { db }: Database): Promise<number> {
  const begun = performance.now();
  await gateway.post(
    '/api/ingest/telemetry',
    bodyOf(Date.now(), () => BEYOND),
  );
  for (;;) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::integer as n from alarm_record where cleared_at is null`.execute(db);
    if ((rows[0]?.n ?? 0) >= METERS * RULES) return (performance.now() - begun) / 1000;
    await sleep(100);
  }
}

interface Measured {
  readonly bare: Run;
  readonly ruled: Run;
  readonly told: readonly number[];
  readonly seconds: number;
  /** The monitor while the product is still at work with the raises, and when it has done that. */
  readonly busy: MonitorFigure | null;
  readonly monitor: MonitorFigure | null;
}

/** Waits until the product has done all that came: two seconds with less than a tenth of a core, two minutes at most. */
async function calm(pid: number): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const before = cpuOfTree(pid);
    await sleep(2000);
    if (cpuOfTree(pid) - before < 0.2) return;
  }
}

/** Rows of the page about the monitor. */
function monitorRows({ busy, monitor }: Pick<Measured, 'busy' | 'monitor'>): string[][] {
  if (!monitor) return [['monitor with all of them open', '', 'not built', '']];
  const { p50, p95 } = framesOf(monitor);
  return [
    [
      'monitor with all of them open, first rows, ms',
      '',
      fixed(monitor.warm, 0),
      limit(monitor.warm, '≤', 1000, ' ms'),
    ],
    ['the same with an empty cache, ms', '', fixed(monitor.cold, 0), ''],
    ['the same right after the raises, at work with them, ms', '', busy ? fixed(busy.warm, 0) : '', ''],
    ['it scrolls, a frame, median ms', '', fixed(p50, 1), limit(p50, '≤', 17, ' ms')],
    ['the same, 95 %, ms', '', fixed(p95, 1), ''],
  ];
}

function textOf({ bare, ruled, told, seconds, busy, monitor }: Measured, machine: Machine): string {
  const more = (ruled.cpuUsPerValue / bare.cpuUsPerValue - 1) * 100;
  const [p50, p95] = [percentile(told, 0.5), percentile(told, 0.95)];
  return `${measuredNow(machine)}

${whole(METERS)} meters of ${CODES.length} codes in deliveries of ${whole(VALUES)} values over HTTP, stamped when they are sent, ${SECONDS} s without and ${SECONDS} s with ${whole(METERS * RULES)} rules that nothing crosses, in turns of ${SECONDS / TURNS} s on the same product. CPU is that of the whole product with its database, the fold and the judging. Then single crossings, from the publish to the message at a page; then one delivery in which every rule is crossed.

${table(
  ['what', 'without rules', 'with rules', 'limit'],
  [
    [
      'values/s',
      whole(bare.valuesPerSecond),
      whole(ruled.valuesPerSecond),
      limit(ruled.valuesPerSecond, '≥', PER_SECOND * 0.98),
    ],
    ['CPU, µs a value', fixed(bare.cpuUsPerValue), fixed(ruled.cpuUsPerValue), ''],
    [
      'of these the judging alone, µs a value',
      fixed(bare.judgingUsPerValue),
      fixed(ruled.judgingUsPerValue),
      '',
    ],
    ['CPU more with rules, %', '', fixed(more, 1), limit(more, '≤', 10, ' %')],
    ['lag of the judging, most, s', '', fixed(ruled.alarmLag, 1), ''],
    [
      'lag of the fold, most, s',
      fixed(bare.foldLag, 1),
      fixed(ruled.foldLag, 1),
      limit(ruled.foldLag, '≤', 5, ' s'),
    ],
    ['publish to page, median, ms', '', fixed(p50, 0), limit(p50, '≤', 300, ' ms')],
    ['publish to page, 95 %, ms', '', fixed(p95, 0), limit(p95, '≤', 1000, ' ms')],
    [
      `${whole(METERS * RULES)} raises at once, recorded after, s`,
      '',
      fixed(seconds, 1),
      limit(seconds, '≤', 10, ' s'),
    ],
    ...monitorRows({ busy, monitor }),
  ],
)}`;
}

export const alarms: Section = { name: 'alarms', onRequest: true, measure };

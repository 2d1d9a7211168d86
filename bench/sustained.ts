import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_SECONDS } from '#domain/time/duration.ts';
import type * as Adapter from './adapter.ts';
import { percentile } from './figure.ts';
import { Caller } from './http.ts';
import { watchMemory } from './memory.ts';
import { CODES } from './ownWorkload.ts';
import { PASSWORD, startProduct } from './product.ts';
import {
  type Machine,
  type Part,
  type Section,
  fixed,
  limit,
  machineNow,
  measuredNow,
  table,
  whole,
} from './section.ts';
import type { Row, Workload } from './workload.ts';

/*
 * Five minutes of steady deliveries with the fold working beside them: 200 meters of ten codes, a step of 15 minutes
 * of all of them every few hundredths of a second, so that months of operation pass. The last days of it are those
 * before now. Every register counts in quarters of a hundredth of a kWh, so that the answers are known exactly.
 */
const SECONDS = Number(process.env['BENCH_SUSTAINED_SECONDS'] ?? 300);
const METERS = 200;
const STEP = 900;
const STEPS_PER_DELIVERY = 5;
/** Offered, so that a little delay does not bring it under the wanted rate. */
const OFFERED_PER_SECOND = 54_000;
const WANTED_PER_SECOND = 50_000;
const MOST_LAG_S = 5;
const MOST_OPEN = 6;

const VALUES = METERS * CODES.length * STEPS_PER_DELIVERY;
const DELIVERIES = Math.round((OFFERED_PER_SECOND * SECONDS) / VALUES);
const STEPS = DELIVERIES * STEPS_PER_DELIVERY;

/** Mean power of the step that ends at step k, in hundredths of a kW. */
const power = (meter: number, k: number): number => 500 + ((meter * 37 + k * 13) % 977);

interface Sent {
  readonly seconds: number;
  readonly replies: readonly number[];
  readonly lags: readonly number[];
}

async function measure(say: (line: string) => void): Promise<Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const memory = watchMemory(product.pid);
  Object.assign(process.env, { BENCH_URL: product.baseUrl, BENCH_PASSWORD: PASSWORD });
  const adapter = await import('./adapter.ts');
  const metrics = new Caller(product.baseUrl);
  try {
    await adapter.setup({ METERS } as Workload);
    const start = Math.floor(Date.now() / 1000 / STEP) * STEP - STEPS * STEP;
    say(`${DELIVERIES} deliveries of ${VALUES} values in ${SECONDS} s …`);
    const sent = await send(adapter, metrics, start, say);
    const begun = performance.now();
    await adapter.afterIngest();
    const rest = (performance.now() - begun) / 1000;
    const wrong = await wrongFigures(adapter, start);
    const peak = memory.peak();
    return [{ title: 'Sustained', text: textOf(sent, rest, wrong, peak, machine) }];
  } finally {
    metrics.close();
    adapter.close();
    await product.stop();
  }
}

/** Sends at the offered rate and samples the lag of the fold every second. */
async function send(
  adapter: typeof Adapter,
  metrics: Caller,
  start: number,
  say: (line: string) => void,
): Promise<Sent> {
  const registers = new Float64Array(METERS + 1);
  const replies: number[] = [];
  const lags: number[] = [];
  const open = new Set<Promise<unknown>>();
  let sampling = true;
  const sampler = (async () => {
    while (sampling) {
      const page = await metrics.text('/metrics');
      lags.push(Number(/^meterhouse_fold_lag_seconds (\S+)/m.exec(page)?.[1] ?? NaN));
      if (lags.length % 30 === 0) say(`after ${lags.length} s: lag ${fixed(lags.at(-1), 1)} s`);
      await sleep(1000);
    }
  })();
  const begun = performance.now();
  for (let delivery = 0; delivery < DELIVERIES; delivery++) {
    const due = begun + (delivery * VALUES * 1000) / OFFERED_PER_SECOND;
    const rows = rowsOf(start, delivery * STEPS_PER_DELIVERY, registers);
    await sleep(Math.max(0, due - performance.now()));
    while (open.size >= MOST_OPEN) await Promise.race(open);
    const at = performance.now();
    const one: Promise<unknown> = adapter.ingest(rows).then(() => {
      replies.push(performance.now() - at);
      open.delete(one);
    });
    open.add(one);
  }
  await Promise.all(open);
  const seconds = (performance.now() - begun) / 1000;
  sampling = false;
  await sampler;
  return { seconds, replies, lags };
}

function rowsOf(start: number, first: number, registers: Float64Array): Row[] {
  const rows: Row[] = [];
  for (let k = first + 1; k <= first + STEPS_PER_DELIVERY; k++)
    for (let meter = 1; meter <= METERS; meter++) {
      const hundredths = power(meter, k);
      const counts = (registers[meter] ?? 0) + hundredths;
      registers[meter] = counts;
      const p = hundredths / 100;
      const values = [counts / 400, p, p / 4, 0.95, p, p + 1, p + 2, 220.5, 221.25, 219.75];
      rows.push({ ts: start + k * STEP, meter, codes: CODES, values });
    }
  return rows;
}

/** Hours of some meters whose energy is not exactly what was sent. */
async function wrongFigures(adapter: typeof Adapter, start: number): Promise<number> {
  let wrong = 0;
  // The first step has no register before it: compared from the first full hour after it.
  const from = Math.ceil((start + STEP) / 3600) * 3600;
  const to = Math.floor((start + STEPS * STEP) / 3600) * 3600;
  for (const meter of [1, 17, 101, METERS]) {
    const hours = await adapter.hourly(meter, from, to);
    for (let hour = 0; hour < (to - from) / 3600; hour++) {
      const first = (from - start) / STEP + hour * 4;
      let counts = 0;
      for (let k = first + 1; k <= first + 4; k++) counts += power(meter, k);
      if (hours[hour] !== counts / 400) wrong++;
    }
  }
  return wrong;
}

function textOf(
  { seconds, replies, lags }: Sent,
  rest: number,
  wrong: number,
  peak: { readonly product: number; readonly postgres: number },
  machine: Machine,
): string {
  const rate = (DELIVERIES * VALUES) / seconds;
  const most = Math.max(...lags);
  return `${measuredNow(machine)}

${METERS} meters of ${CODES.length} codes in deliveries of ${whole(VALUES)} values over HTTP, one step of 15 minutes of all meters every ${whole((METERS * CODES.length * 1000) / OFFERED_PER_SECOND)} ms: ${whole((STEPS * STEP) / DAY_SECONDS)} days of operation up to now, the fold working beside it. The lag is the age of the oldest change that was not folded yet, from \`/metrics\`, once a second.

${table(
  ['what', 'measured', 'limit'],
  [
    ['values/s', whole(rate), limit(rate, '≥', WANTED_PER_SECOND)],
    ['for', `${fixed(seconds, 0)} s`, '300 s'],
    ['lag, most', `${fixed(most, 1)} s`, limit(most, '≤', MOST_LAG_S, ' s')],
    ['lag, median', `${fixed(percentile(lags, 0.5), 1)} s`, ''],
    ['folded after the last delivery', `${fixed(rest, 1)} s`, ''],
    [
      'reply of a delivery, median and 95 %',
      `${fixed(percentile(replies, 0.5), 0)} and ${fixed(percentile(replies, 0.95), 0)} ms`,
      '',
    ],
    ['hours of four meters that are not exact', wrong, limit(wrong, '≤', 0)],
    ['peak memory of the product', `${whole(peak.product / 1e6)} MB`, ''],
    ['peak memory of PostgreSQL', `${whole(peak.postgres / 1e6)} MB`, ''],
  ],
)}`;
}

export const sustained: Section = { name: 'sustained', onRequest: true, measure };

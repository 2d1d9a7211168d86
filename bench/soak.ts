import { setTimeout as sleep } from 'node:timers/promises';
import { utcDate } from '#domain/time/date.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import type * as Adapter from './adapter.ts';
import { percentile } from './figure.ts';
import { Caller } from './http.ts';
import { filesOf, type InUse, memoryOf } from './memory.ts';
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
import type { Workload } from './workload.ts';

/*
 * An hour of a live plant: 500 meters of ten codes, each once a second, and ten people who click. What grows with time
 * shows here: memory, open files, the lag of the fold, the time of a call.
 */
const MINUTES = Number(process.env['BENCH_SOAK_MINUTES'] ?? 60);
const METERS = 500;
/** A delivery holds the meters whose turn it is; all of them have theirs within a second. */
const DELIVERIES_PER_SECOND = 10;
const PEOPLE = 10;
/** Somebody looks at a screen for so long before the next click, ms. */
const THINK_MS = 3000;
const SAMPLE_MS = 5000;
/** The hour is told in so many parts: what grows is more in the last one than in the second. */
const PARTS = 6;
const MOST_GROWTH = 1.1;
const MOST_LAG_S = 5;
const MOST_P99_MS = 1000;

interface Sample extends InUse {
  readonly at: number;
  readonly files: number;
  readonly lag: number;
}

interface Took {
  readonly at: number;
  readonly ms: number;
}

async function measure(say: (line: string) => void): Promise<Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  Object.assign(process.env, { BENCH_URL: product.baseUrl, BENCH_PASSWORD: PASSWORD });
  const adapter = await import('./adapter.ts');
  const metrics = new Caller(product.baseUrl);
  try {
    await adapter.setup({ METERS } as Workload);
    const callers: Caller[] = [];
    for (let n = 0; n < PEOPLE; n++) {
      callers.push(new Caller(product.baseUrl));
      await callers[n]?.login('operator', PASSWORD);
    }
    const begun = performance.now();
    const until = begun + MINUTES * MINUTE_MS;
    const now = (): number => performance.now() - begun;
    const samples: Sample[] = [];
    const calls: Took[] = [];
    const faults: string[] = [];
    const sample = async (): Promise<void> => {
      while (performance.now() < until) {
        const page = await metrics.text('/metrics');
        const lag = Number(/^meterhouse_fold_lag_seconds (\S+)/m.exec(page)?.[1] ?? NaN);
        samples.push({ at: now(), lag, files: filesOf(product.pid), ...memoryOf(product.pid) });
        if (samples.length % 60 === 0) say(`after ${whole(now() / MINUTE_MS)} min: lag ${fixed(lag, 1)} s`);
        await sleep(SAMPLE_MS);
      }
    };
    const people = callers.map((person, n) => click(person, n, until, (ms) => calls.push({ at: now(), ms }), faults)); // prettier-ignore
    const [sent] = await Promise.all([send(adapter, until), sample(), ...people]);
    const seconds = (performance.now() - begun) / 1000;
    await adapter.afterIngest();
    return [{ title: 'An hour of a live plant', text: textOf({ seconds, ...sent, samples, calls, faults }, machine) }]; // prettier-ignore
  } finally {
    metrics.close();
    adapter.close();
    await product.stop();
  }
}

interface Sent {
  readonly values: number;
  readonly replies: readonly number[];
}

/** Sends at the offered rate; what is late is sent at once, so that none is left out. */
async function send(adapter: typeof Adapter, until: number): Promise<Sent> {
  const replies: number[] = [];
  const open = new Set<Promise<unknown>>();
  const begun = performance.now();
  const start = Math.floor(Date.now() / 1000);
  const share = METERS / DELIVERIES_PER_SECOND;
  let values = 0;
  for (let n = 0; performance.now() < until; n++) {
    const due = begun + (n * 1000) / DELIVERIES_PER_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    // Each meter has each second once, whenever it is sent: a second one would be a correction of the first.
    const ts = start + Math.floor(n / DELIVERIES_PER_SECOND);
    const first = (n % DELIVERIES_PER_SECOND) * share;
    const rows = Array.from({ length: share }, (_, i) => {
      const meter = first + i + 1;
      const p = 5 + ((meter * 37 + n) % 977) / 100;
      const register = 1000 + meter + Math.floor(n / DELIVERIES_PER_SECOND) / 400;
      return { ts, meter, codes: CODES, values: [register, p, p / 4, 0.95, p, p + 1, p + 2, 220.5, 221.25, 219.75] }; // prettier-ignore
    });
    values += rows.length * CODES.length;
    const at = performance.now();
    const one: Promise<unknown> = adapter.ingest(rows).then(() => {
      replies.push(performance.now() - at);
      open.delete(one);
    });
    open.add(one);
  }
  await Promise.all(open);
  return { values, replies };
}

/** One person: a call of one screen after the other. */
async function click(
  person: Caller,
  n: number,
  until: number,
  took: (ms: number) => void,
  faults: string[],
): Promise<void> {
  const [consumer] = (await person.get<{ list: { id: number }[] }>('/api/archive/consumer/getpage?pageSize=1')).list; // prettier-ignore
  const today = utcDate(Date.now() + 8 * HOUR_MS);
  const of = `consumerId=${consumer?.id ?? 0}&dataType=1`;
  const screens = [
    `monitoring/overview/getFigures?${of}&date=${today}`,
    `monitoring/overview/getEnergyTreeByDate?${of}&date=${today}`,
    `analysis/energy/getData?${of}&interval=201&begin=${today}&end=${today}`,
    `analysis/load/getData?${of}&interval=115&begin=${today}&end=${today}`,
    `analysis/demand/getData?${of}&interval=115&begin=${today}&end=${today}`,
    'archive/ammeter/getpage?pageSize=50&search=Meter',
    'communication/gateway/getlist?pageSize=20',
    'sys/notice/getlist?pageSize=20',
  ];
  for (let turn = n; performance.now() < until; turn++) {
    const at = performance.now();
    const path = screens[turn % screens.length] ?? '';
    await person.get(`/api/${path}`).catch((error: unknown) => faults.push(`${path}: ${String(error)}`));
    took(performance.now() - at);
    await sleep(THINK_MS * (0.5 + ((turn * 7919) % 100) / 100));
  }
  person.close();
}

interface Measured extends Sent {
  readonly seconds: number;
  readonly samples: readonly Sample[];
  readonly calls: readonly Took[];
  readonly faults: readonly string[];
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length;

function textOf({ seconds, values, replies, samples, calls, faults }: Measured, machine: Machine): string {
  const span = (seconds * 1000) / PARTS;
  const within = <T extends { readonly at: number }>(list: readonly T[], part: number): T[] =>
    list.filter(({ at }) => Math.floor(at / span) === part);
  const growth = (of: (sample: Sample) => number): number =>
    mean(within(samples, PARTS - 1).map(of)) / mean(within(samples, 1).map(of));
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const own = within(samples, part);
    const times = within(calls, part).map(({ ms }) => ms);
    return [
      `${fixed((part * span) / MINUTE_MS, 0)}–${fixed(((part + 1) * span) / MINUTE_MS, 0)}`,
      ...(['product', 'postgres', 'buffers'] as const).map((key) =>
        whole(mean(own.map((one) => one[key])) / 1e6),
      ),
      whole(mean(own.map(({ files }) => files))),
      fixed(Math.max(...own.map(({ lag }) => lag)), 1),
      whole(percentile(times, 0.5)),
      whole(percentile(times, 0.99)),
    ];
  });
  const p99 = percentile(calls.map(({ ms }) => ms), 0.99); // prettier-ignore
  const lag = Math.max(...samples.map((one) => one.lag));
  const reported = [...new Set(faults)].slice(0, 3).join('; ');
  return `${measuredNow(machine)}

${METERS} meters of ${CODES.length} codes each once a second over HTTP and ${PEOPLE} people who open a screen every ${THINK_MS / 1000} s, for ${fixed(seconds / 60, 0)} minutes. Growth is the mean of the last sixth against that of the second; memory of PostgreSQL is without its shared buffers, whose size is set and which fill once.

${table(
  ['what', 'measured', 'limit'],
  [
    ['values/s', whole(values / seconds), limit(values / seconds, '≥', METERS * CODES.length * 0.99)],
    ['reply of a delivery, p99', `${whole(percentile(replies, 0.99))} ms`, ''],
    ['calls of people', whole(calls.length), ''],
    ['calls that failed', faults.length, `${limit(faults.length, '≤', 0)} ${reported}`],
    ['a call, p99', `${whole(p99)} ms`, limit(p99, '≤', MOST_P99_MS, ' ms')],
    ['lag of the fold, most', `${fixed(lag, 1)} s`, limit(lag, '≤', MOST_LAG_S, ' s')],
    ...(['product', 'postgres', 'files'] as const).map((key) => {
      const grown = growth((sample) => sample[key]);
      const name = { product: 'memory of the product', postgres: 'memory of PostgreSQL', files: 'open files' }[key]; // prettier-ignore
      return [`growth of ${name}`, fixed(grown), limit(grown, '≤', MOST_GROWTH)];
    }),
  ],
)}

${table(['minutes', 'product MB', 'PostgreSQL MB', 'shared buffers MB', 'open files', 'lag s', 'call p50 ms', 'call p99 ms'], parts)}`;
}

export const soak: Section = { name: 'soak', onRequest: true, measure };

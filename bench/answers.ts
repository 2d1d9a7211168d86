import { openDatabase } from '#server/database/db.ts';
import { silent } from '#server/database/log.ts';
import { askBeside, differenceOf } from './answers/beside.ts';
import { type Call, callsOf, LIMIT_MS } from './answers/calls.ts';
import { clicks } from './answers/clicks.ts';
import { makePlant, METERS } from './answers/plant.ts';
import { percentile, type Timing } from './figure.ts';
import { Caller } from './http.ts';
import { PASSWORD, databaseUrl, startProduct } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

const HEAVIEST = 15;
const TIMES = 50;
const TIMES_IN_TURN = 20;
/** What takes long is asked less often: no longer than this in all, but as often as a middle needs. */
const MOST_MS = 1500;
const LEAST_TIMES = 3;
const RATIO = 2;
const USERS = 50;
const CLICK_SECONDS = 60;

interface Timed extends Timing {
  readonly call: Call;
}

interface Compared extends Timed {
  /** The middle of the query beside it, ms. */
  readonly query: number;
  /** The middle of the call asked in turn with it, by that of the query. */
  readonly ratio: number;
}

const timing = (took: readonly number[]): Timing => ({
  p50: percentile(took, 0.5),
  p95: percentile(took, 0.95),
});

async function spent(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** Asks often enough, for so long at most. */
async function repeat(times: number, mostMs: number, least: number, act: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  for (let n = 0; n < times; n++) {
    if (n >= least && performance.now() - begun > mostMs) return;
    await act();
  }
}

/** Warm requests of one call. */
async function timeCall(person: Caller, call: Call): Promise<Timed> {
  const took: number[] = [];
  await person.get(call.path);
  await repeat(
    TIMES,
    MOST_MS,
    LEAST_TIMES,
    async () => void took.push(await spent(() => person.get(call.path))),
  );
  return { call, ...timing(took) };
}

/** One query and a request in turn, so that both meet the same machine; the first ones are compared. */
async function compare(
  person: Caller,
  ask: (call: Call) => ReturnType<typeof askBeside>,
  timed: Timed,
): Promise<Compared> {
  const { call } = timed;
  const answer = await person.get(call.path);
  const begun = performance.now();
  const difference = differenceOf(answer, await ask(call), call);
  if (difference) throw new Error(`${call.name}: ${difference}`);
  const slow = performance.now() - begun > MOST_MS;
  const own: number[] = [];
  const query: number[] = [];
  await repeat(TIMES_IN_TURN, 2 * MOST_MS, slow ? 1 : LEAST_TIMES, async () => {
    query.push(await spent(() => ask(call)));
    for (let n = 0; n < (slow ? TIMES_IN_TURN : 1); n++) own.push(await spent(() => person.get(call.path)));
  });
  const middle = percentile(query, 0.5);
  return { ...timed, query: middle, ratio: percentile(own, 0.5) / middle };
}

const compared = (list: readonly Compared[]): string =>
  table(
    ['call', 'p50 ms', 'p95 ms', 'limit (p95)', 'query p50 ms', 'ratio', 'limit'],
    list.map(({ call, p50, p95, query, ratio }) => [
      call.name,
      fixed(p50, 1),
      fixed(p95, 1),
      limit(p95, '≤', LIMIT_MS[call.kind], ' ms'),
      fixed(query, 1),
      fixed(ratio),
      limit(ratio, '≤', RATIO),
    ]),
  );

async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const product = await startProduct();
  const url = await databaseUrl(product.dataDir);
  const system = await openDatabase(url, { log: silent, max: 4 });
  const app = await openDatabase(url.split('?')[0] ?? url, { log: silent, max: 1, role: 'app' });
  const person = new Caller(product.baseUrl);
  try {
    await person.login('operator', PASSWORD);
    const plant = await makePlant(system.db, person, say);
    const calls = callsOf(plant);
    say(`timing ${calls.length} calls …`);
    const timed: Timed[] = [];
    for (const call of calls) timed.push(await timeCall(person, call));
    const ask = (call: Call): ReturnType<typeof askBeside> => askBeside(app.db, plant.consumerId, call);
    const heaviest = timed
      .filter(({ call }) => call.beside && !call.sum)
      .toSorted((a, b) => b.p50 - a.p50)
      .slice(0, HEAVIEST);
    const sums = timed.filter(({ call }) => call.sum && call.beside).toSorted((a, b) => b.p50 - a.p50).slice(0, 5); // prettier-ignore
    say('beside queries written by hand …');
    const beside: Compared[] = [];
    for (const one of [...heaviest, ...sums]) beside.push(await compare(person, ask, one));
    say(`${USERS} people for ${CLICK_SECONDS} s …`);
    const clicked = await clicks(product.baseUrl, plant, USERS, CLICK_SECONDS);
    const others = timed.filter(({ call }) => !call.sum && !heaviest.some((one) => one.call === call));
    const named = others.filter(({ call }) => call.kind !== 'chart');
    const over = others.filter(({ call, p95 }) => call.kind === 'chart' && p95 > LIMIT_MS.chart);
    const charts = others.filter(({ call }) => call.kind === 'chart').length;
    const text = `${measuredNow(machine)}

${METERS} meters × a year of readings every 15 minutes: an incoming meter, ten feeders, the meters below these in ten halls, which have one of 17 courses (each is stored and folded once, its buckets copied for the meters that share it). Ranges are as long as they may be. One person asks each call ${TIMES} times (less where that takes over ${MOST_MS / 1000} s), warm, over HTTP with session, scope and JSON. Beside a call stands a query written by hand that returns the same rows (both are compared cell by cell), under the same role and scope, over the same driver, written as JSON; for the ratio both are asked in turn once more.

The ${HEAVIEST} heaviest of ${calls.length} calls:

${compared(beside.slice(0, HEAVIEST))}

Of a unit that has no meter of its own, the sum of 189 meters, which the fold keeps (decision 99) and the query adds up:

${compared(beside.slice(HEAVIEST))}

Bills, statements and thinned curves, and the other charts that took longer than ${LIMIT_MS.chart} ms (${over.length} of ${charts}):

${table(
  ['call', 'p50 ms', 'p95 ms', 'limit (p95)'],
  [...named, ...over].map(({ call, p50, p95 }) => [
    call.name,
    fixed(p50, 1),
    fixed(p95, 1),
    limit(p95, '≤', LIMIT_MS[call.kind], ' ms'),
  ]),
)}

${table(
  ['people who click', 'measured', 'limit'],
  [
    ['people, for', `${clicked.users}, ${fixed(clicked.seconds, 0)} s`, ''],
    ['calls', whole(clicked.calls), ''],
    ['errors', clicked.errors.length, limit(clicked.errors.length, '≤', 0)],
    ['p50 / p95 / longest, ms', `${fixed(clicked.p50, 0)} / ${fixed(clicked.p95, 0)} / ${fixed(clicked.most, 0)}`, ''],
  ],
)}`; // prettier-ignore
    for (const error of new Set(clicked.errors)) say(error);
    return [{ title: 'Analyses', text }];
  } finally {
    person.close();
    await app.close();
    await system.close();
    await product.stop();
  }
}

/** The calls of analyses on a plant of 200 meters, beside queries written by hand. */
export const answers: Section = { name: 'answers', onRequest: true, measure };

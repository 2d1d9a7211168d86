import { cpus, totalmem } from 'node:os';
import type { BrowserFigure } from './browser.ts';
import type { CopyFigure } from './copy.ts';
import type { Figure } from './figure.ts';
import type { FoldFigure } from './fold.ts';
import type { CallFigure } from './overview.ts';
import type { RepairFigure } from './repair.ts';
import type { Weights } from './weigh.ts';

/** Everything that one run measured; what is absent was not measured. */
export interface Measured {
  readonly workload: 'shared' | 'own';
  readonly figures: readonly Figure[];
  readonly copies: Readonly<Record<'week' | 'year', CopyFigure>>;
  /** After the week alone, and after the year. */
  readonly weights: Weights;
  readonly fold: FoldFigure;
  readonly repair: RepairFigure;
  readonly load: number;
  readonly startSeconds: number;
  readonly demonstrationSeconds: number;
  readonly overview: readonly CallFigure[];
  readonly browser?: BrowserFigure;
  /** Why the browser was not measured. */
  readonly noBrowser?: string;
}

/** Milliseconds at the median that other systems reached on the shared workload (2 cores, one client). */
const PEERS = {
  'emoncms 11.16': { q1: '2.8', q2: '17', q3: '8.5', q4: '65', q5: '1.8', q6: '1.9' },
  'InfluxDB 1.6': { q1: '5.7', q2: '30', q3: '7.6', q4: '66', q5: '0.36', q6: '3.0' },
  'MyEMS 6.8RC': { q1: '514', q2: '–', q3: '226', q4: '41', q5: '172', q6: '132' },
  'ThingsBoard SQL': { q1: '19', q2: '486', q3: '67', q4: '41', q5: '0.16', q6: '20' },
} as const;
const PEER_INGEST =
  'emoncms 11,900 · InfluxDB 2.0 M · MyEMS 29,200 (295,000 bulk SQL) · ThingsBoard SQL 131,000';
const PEER_BYTES = 'emoncms 4.0 · InfluxDB 7.1 · MyEMS 134 · ThingsBoard SQL 155';

const QUESTIONS = {
  q1: "one meter's energy by day, a year",
  q2: "one meter's mean power by hour, a year",
  q3: "meters' energy by month, a year, each and in total",
  q4: 'ten largest meters of a week',
  q5: "one meter's raw day",
  q6: "one meter's month by tariff period (hours of the same call, summed by the client)",
} as const;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const fixed = (value: number | undefined, digits = 2): string =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);

type Line = readonly (string | number)[];

const table = (head: Line, rows: readonly Line[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** The page `docs/benchmarks.md` of a run. */
export function reportOf(run: Measured): string {
  const cpu = cpus();
  const shared = run.workload === 'shared';
  return `# Benchmarks

Written by \`npm run bench\`; every figure of the product is of the same run as the reference beside it.

Machine: ${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown'}, ${whole(totalmem() / 2 ** 30)} GB; Node ${process.version}; embedded PostgreSQL. Date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. Load of the machine at the start: ${fixed(run.load)} (other work slows every figure, the references too).

Workload: ${
    shared
      ? 'the one shared with other systems: 200 meters × 10 codes × a week and 20 meters × 2 codes × a year, every 15 minutes.'
      : 'the small one of this folder: 40 meters × 10 codes × a week and 5 meters × 2 codes × a year, every 15 minutes. **The shared workload was not measured** (set `BENCH_DIR`); the figures of other systems are of the shared one.'
  }

## Taking readings in

Gateway token, HTTP, JSON, reply after the commit, the fold working beside it; the reference is plain COPY of the same rows, ready as text, into a table with the same columns and key. CPU is that of the whole product, its database and fold included: it depends less on what else the machine does.

${ingestTable(run)}

Others on the shared workload, values/s: ${PEER_INGEST}.

## Bytes

${bytesTable(run)}

Others, bytes per value: ${PEER_BYTES}.

## Folding

The whole history of every meter folded again: ${whole(run.fold.readings)} readings into ${whole(run.fold.buckets)} buckets in ${fixed(run.fold.seconds)} s = **${whole(run.fold.readings / run.fold.seconds)} readings/s, ${whole(run.fold.buckets / run.fold.seconds)} buckets/s**.

## Repairing the past

Seconds until every answer has a change, ${run.repair.meters} meters × a year of hours, the worker beside it: one late reading for last year ${fixed(run.repair.lateSeconds, 2)}; another ratio for a whole year of a meter ${fixed(run.repair.ratioSeconds, 2)}.

## Answers

Over HTTP with session, scope and JSON, one client, milliseconds; other systems (p50) on the shared workload as measured on a like machine with 2 cores. Every answer is compared with the workload's own (differences below 10⁻⁹ kWh are the float arithmetic of those).

${answerTable(run)}

## The overview

The calls of the first screen on the demonstration (40 meters, 13 months), each alone, milliseconds. Start of an empty product: ${fixed(run.startSeconds, 1)} s; demonstration complete after ${fixed(run.demonstrationSeconds, 0)} s.

${table(
  ['call', 'p50', 'p95'],
  run.overview.map(({ call, p50, p95 }) => [call, fixed(p50, 1), fixed(p95, 1)]),
)}

## The first chart

${browserText(run)}
`;
}

function ingestTable({ figures, copies }: Measured): string {
  const rows = (['week', 'year'] as const).map((part) => {
    const own = figures.find((figure) => figure.act === 'ingest' && figure.part === part);
    const copy = copies[part];
    const reference = copy.values / copy.seconds;
    const rate = own?.valuesPerSec ?? NaN;
    return [
      part,
      whole(own?.values ?? NaN),
      whole(rate),
      whole(reference),
      `${fixed((rate / reference) * 100, 0)} %`,
      fixed(own?.cpuUsPerValue),
      fixed((copy.cpuSeconds / copy.values) * 1e6),
    ];
  });
  const head = [
    'part',
    'values',
    'HTTP values/s',
    'COPY values/s',
    'ratio',
    'CPU µs/value',
    'COPY CPU µs/value',
  ];
  return table(head, rows);
}

function bytesTable({ figures, weights, copies }: Measured): string {
  const values = figures.reduce(
    (sum, figure) => sum + (figure.act === 'ingest' ? (figure.values ?? 0) : 0),
    0,
  );
  const copied = copies.week.bytes + copies.year.bytes;
  return table(
    ['what', 'rows', 'MB', 'bytes per value received'],
    [
      [
        '`reading` with its keys',
        whole(weights.readingRows),
        fixed(weights.reading / 1e6, 1),
        fixed(weights.reading / values),
      ],
      [
        '`usage` (all figures from 15 minutes to the year)',
        whole(weights.usageRows),
        fixed(weights.usage / 1e6, 1),
        fixed(weights.usage / values),
      ],
      [
        'plain COPY of the same rows',
        whole(weights.readingRows),
        fixed(copied / 1e6, 1),
        fixed(copied / values),
      ],
    ],
  );
}

// The references subtract float registers; below this the difference is theirs.
const FLOAT_NOISE = 1e-9;

function exactness(error: number | undefined): string {
  if (error === undefined) return '–';
  return error < FLOAT_NOISE ? 'none' : String(error);
}

function answerTable({ figures }: Measured): string {
  const rows = (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]).map((q) => {
    const own = figures.find((figure) => figure.act === 'query' && figure.q === q);
    const check = figures.find((figure) => figure.act === 'check' && figure.q === q);
    const right = check?.err ?? exactness(check?.maxAbsError);
    return [
      `${q.toUpperCase()} ${QUESTIONS[q]}`,
      `**${fixed(own?.p50)}**`,
      fixed(own?.p95),
      right,
      ...Object.values(PEERS).map((peer) => peer[q]),
    ];
  });
  return table(['query', 'p50', 'p95', 'largest error', ...Object.keys(PEERS)], rows);
}

const BUDGET_KB = 350;

function browserText({ browser, noBrowser }: Measured): string {
  if (!browser) return `Not measured: ${noBrowser ?? 'no browser'}.`;
  return table(
    ['what', 'measured', 'budget'],
    [
      [
        'script before the first chart, gzipped',
        `${fixed(browser.scriptBytes / 1000, 1)} kB in ${browser.scripts} files`,
        `${BUDGET_KB} kB`,
      ],
      ['first paint, Chromium, cold cache', `${whole(browser.firstPaint)} ms`, ''],
      ['first content', `${whole(browser.firstContent)} ms`, ''],
      ['first chart', `${whole(browser.firstChart)} ms`, ''],
    ],
  );
}

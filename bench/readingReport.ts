import type { CopyFigure } from './copy.ts';
import type { Figure } from './figure.ts';
import type { FoldFigure } from './fold.ts';
import type { InfluxFigure } from './influx.ts';
import type { Peak } from './memory.ts';
import { type Machine, type Part, fixed, limit, measuredNow, table, whole } from './section.ts';
import type { Weight, Weights } from './weigh.ts';

/** What one run of the workload measured. */
export interface Measured {
  readonly workload: 'shared' | 'own';
  readonly machine: Machine;
  readonly figures: readonly Figure[];
  /** While the workload ran. */
  readonly peak: Peak;
  /** As the deliveries left the tables, and after the worker packed the keys. */
  readonly fresh: Weights;
  readonly packed: Weights;
  readonly copies: Readonly<Record<'week' | 'year', CopyFigure>>;
  /** The same deliveries to InfluxDB in the same run; null where it is not installed. */
  readonly influx: InfluxFigure | null;
  readonly fold: FoldFigure;
  /** Folding one year of one meter again, s. */
  readonly meterYear: number;
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

/** Limits of the medians, ms. */
const ANSWER_LIMITS = { q1: 2.5, q2: 12, q3: 6, q4: 10, q5: 1, q6: 1.8 } as const;
const INGEST_LIMIT = 400_000;
const COPY_SHARE = 20;
/** Of what InfluxDB takes in, with the same deliveries in the same run. */
const INFLUX_SHARES = { week: 1, year: 0.9 } as const;
const FOLD_LIMIT = 20_000;
const METER_YEAR_LIMIT = 3;
const BYTES_LIMITS = { week: 20, year: 55 } as const;

/** The parts of the page. */
export function readingParts(run: Measured): Part[] {
  const workload =
    run.workload === 'shared'
      ? 'Workload: the one shared with other systems: 200 meters × 10 codes × a week and 20 meters × 2 codes × a year, every 15 minutes.'
      : 'Workload: the small one of this folder: 40 meters × 10 codes × a week and 5 meters × 2 codes × a year, every 15 minutes. **The shared workload was not measured** (set `BENCH_DIR`); the limits and the figures of other systems are of the shared one.';
  return [
    {
      title: 'Taking readings in',
      text: `${measuredNow(run.machine)}

${workload}

Gateway token, HTTP, JSON, reply after the commit; more than 100,000 values/s are a bulk load, for which folding history waits. The reference is plain COPY of the same rows, ready as text, into a table with the same columns and key. CPU is that of the whole product and its database: it depends less on what else the machine does.

${ingestTable(run)}

Peak memory while the workload ran: product with its worker ${megabytes(run.peak.product)}, PostgreSQL ${megabytes(run.peak.postgres)} (shared memory once).

${influxText(run)}

Others on the shared workload, values/s, on a like machine: ${PEER_INGEST}.`,
    },
    {
      title: 'Bytes',
      text: `${bytesTable(run)}

A value received; with the keys. Deliveries of many meters side by side leave the pages of a key half empty; the worker packs the keys of months that are over.

Others, bytes per value: ${PEER_BYTES}.`,
    },
    {
      title: 'Folding',
      text: `${foldTable(run)}

The whole history of every meter was folded again: ${whole(run.fold.readings)} readings into ${whole(run.fold.buckets)} buckets in ${fixed(run.fold.seconds)} s.`,
    },
    {
      title: 'Answers',
      text: `Over HTTP with session, scope and JSON, one client, 200 warm calls, milliseconds; then eight clients at once, calls/s. Other systems: p50 on the shared workload as measured on a like machine with 2 cores. Every answer is compared with the workload's own (differences below 10⁻⁹ kWh are the float arithmetic of those).

${answerTable(run)}`,
    },
  ];
}

function influxText({ influx, figures }: Measured): string {
  if (!influx)
    return 'InfluxDB beside it: not measured, as it is not installed here (Debian’s package `influxdb`, or `INFLUXD`).';
  const rows = (['week', 'year'] as const).map((part) => {
    const own =
      figures.find((figure) => figure.act === 'ingest' && figure.part === part)?.valuesPerSec ?? NaN;
    const ratio = own / influx[part];
    return [
      part,
      whole(own),
      whole(influx[part]),
      `**${fixed(ratio)}**`,
      limit(ratio, '≥', INFLUX_SHARES[part]),
    ];
  });
  return `InfluxDB ${influx.version} in the same run: line protocol over HTTP, its defaults, the same deliveries, as many at once. It keeps values; the product judges, keeps and marks them for the fold.

${table(['part', 'values/s', 'InfluxDB values/s', 'ratio', 'limit'], rows)}`;
}

const megabytes = (bytes: number): string =>
  Number.isNaN(bytes) ? 'not measured' : `${whole(bytes / 1e6)} MB`;

function ingestTable({ figures, copies }: Measured): string {
  const rows = (['week', 'year'] as const).map((part) => {
    const own = figures.find((figure) => figure.act === 'ingest' && figure.part === part);
    const after = figures.find((figure) => figure.act === 'afterIngest' && figure.part === part);
    const copy = copies[part];
    const reference = copy.values / copy.seconds;
    const rate = own?.valuesPerSec ?? NaN;
    const share = (rate / reference) * 100;
    return [
      part,
      whole(own?.values ?? NaN),
      `**${whole(rate)}**`,
      limit(rate, '≥', INGEST_LIMIT),
      whole(reference),
      `${fixed(share, 0)} %`,
      limit(share, '≥', COPY_SHARE, ' %'),
      fixed(own?.cpuUsPerValue),
      fixed((copy.cpuSeconds / copy.values) * 1e6),
      `${fixed(after?.seconds, 1)} s`,
    ];
  });
  const head = [
    'part',
    'values',
    'HTTP values/s',
    'limit',
    'COPY values/s',
    'ratio',
    'limit',
    'CPU µs/value',
    'COPY CPU µs/value',
    'folded after',
  ];
  return table(head, rows);
}

const perValue = ({ bytes, values }: Weight): number => bytes / values;

function bytesTable({ fresh, packed, copies }: Measured): string {
  const parts = (['week', 'year'] as const).map((part) => [
    `\`reading\`, ${part} part`,
    whole(packed[part].rows),
    fixed(perValue(fresh[part])),
    `**${fixed(perValue(packed[part]))}**`,
    limit(perValue(packed[part]), '≤', BYTES_LIMITS[part]),
    fixed(copies[part].bytes / copies[part].values),
  ]);
  const values = packed.week.values + packed.year.values;
  // Folding everything again leaves the room of the old rows behind.
  const { rows, bytes } = fresh.usage;
  return table(
    ['what', 'rows', 'as delivered', 'packed', 'limit', 'plain COPY'],
    [
      ...parts,
      [
        '`usage`, 15 minutes to the year',
        whole(rows),
        '',
        `${fixed(bytes / values)} (${fixed(bytes / rows, 0)} a row)`,
        '',
        '',
      ],
    ],
  );
}

function foldTable({ fold, meterYear }: Measured): string {
  const rate = fold.readings / fold.seconds;
  return table(
    ['what', 'measured', 'limit'],
    [
      ['readings/s', `**${whole(rate)}**`, limit(rate, '≥', FOLD_LIMIT)],
      ['buckets/s', whole(fold.buckets / fold.seconds), ''],
      ['one year of one meter', `**${fixed(meterYear)} s**`, limit(meterYear, '≤', METER_YEAR_LIMIT, ' s')],
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
      limit(own?.p50, '≤', ANSWER_LIMITS[q]),
      fixed(own?.p95),
      own?.perSec8 === undefined ? '–' : whole(own.perSec8),
      right,
      ...Object.values(PEERS).map((peer) => peer[q]),
    ];
  });
  const head = ['query', 'p50', 'limit', 'p95', 'calls/s, 8 clients', 'largest error', ...Object.keys(PEERS)];
  return table(head, rows);
}

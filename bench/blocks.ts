import { type Block, decodeBlock, encodeBlock } from '#domain/series/block.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { chosenWorkload } from './readings.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';
import type { Row, Workload } from './workload.ts';

type Unit = 'day' | 'month';
const UNITS: readonly Unit[] = ['day', 'month'];
/** Header, pointer and key of a row of a block, and its entry in the key's index, bytes. */
const ROW_BYTES = 76;
/** Meters of the week: enough for a mean. */
const METERS = 60;

function keyOf(ts: number, unit: Unit): string {
  const at = new Date(ts * 1000);
  return unit === 'day'
    ? String(Math.floor((ts * 1000) / DAY_MS))
    : `${at.getUTCFullYear()}-${at.getUTCMonth()}`;
}

/** The rows of a part of the workload by meter and UTC day or month, as blocks. */
function blocksOf(workload: Workload, part: 'week' | 'year', unit: Unit): Block[] {
  const groups = new Map<string, Row[]>();
  for (const rows of workload.batches(part, { stepsPerBatch: 960 })) {
    for (const row of rows) {
      if (row.meter > METERS) continue;
      const key = `${row.meter} ${keyOf(row.ts, unit)}`;
      const group = groups.get(key);
      if (group) group.push(row);
      else groups.set(key, [row]);
    }
  }
  return [...groups.values()].map((rows) => ({
    meterId: rows[0]?.meter ?? 0,
    ts: Float64Array.from(rows, (row) => row.ts * 1000),
    source: new Int32Array(rows.length),
    floats: (rows[0]?.codes ?? []).map((name, i) => ({
      name,
      values: Float64Array.from(rows, (row) => row.values[i] ?? NaN),
    })),
    wholes: [],
  }));
}

interface Packed {
  readonly values: number;
  readonly bytes: number;
  readonly blocks: number;
  /** Values a second. */
  readonly encoded: number;
  readonly decoded: number;
}

function pack(blocks: readonly Block[]): Packed {
  let [values, bytes] = [0, 0];
  const begun = performance.now();
  const packed = blocks.map(encodeBlock);
  const between = performance.now();
  for (const one of packed) decodeBlock(one);
  const end = performance.now();
  for (const { ts, floats } of blocks) values += ts.length * floats.length;
  for (const one of packed) bytes += one.length + ROW_BYTES;
  const rate = (ms: number): number => (values / ms) * 1000;
  return {
    values,
    bytes,
    blocks: blocks.length,
    encoded: rate(between - begun),
    decoded: rate(end - between),
  };
}

/** How many bytes readings take as blocks, and how fast these are written and read, without a database. */
async function measure(say: (line: string) => void): Promise<readonly Part[]> {
  const machine = machineNow();
  const workload = chosenWorkload();
  const parts = [
    { name: 'ten codes', part: 'week', most: 3 },
    { name: 'two codes', part: 'year', most: 4 },
  ] as const;
  const rows = parts.flatMap(({ name, part, most }) =>
    UNITS.map((unit) => {
      say(`${name} by ${unit} …`);
      const packed = pack(blocksOf(workload, part, unit));
      const each = packed.bytes / packed.values;
      return [
        `${name}, a block a meter and ${unit}`,
        whole(packed.values),
        whole(packed.blocks),
        fixed(each),
        limit(each, '≤', most),
        whole(packed.encoded),
        whole(packed.decoded),
      ];
    }),
  );
  const text = `${measuredNow(machine)}

Readings as blocks (decision 216), row and key included; one thread, without a database.

${table(['what', 'values', 'blocks', 'bytes a value', 'limit', 'written, values/s', 'read, values/s'], rows)}`;
  return Promise.resolve([{ title: 'Blocks', text }]);
}

export const blocks: Section = { name: 'blocks', measure };

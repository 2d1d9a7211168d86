import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { timeAt } from '#domain/time/text.ts';

/** A heading of docs/benchmarks.md with its text. */
export interface Part {
  readonly title: string;
  readonly text: string;
}

/** Something that is measured on its own: `npm run bench -- --<name>`. */
export interface Section {
  readonly name: string;
  /** It takes long and is measured only when its name is given. */
  readonly onRequest?: boolean;
  measure(say: (line: string) => void): Promise<readonly Part[]>;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const fixed = (value: number | undefined, digits = 2): string =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits);

type Line = readonly (string | number)[];

/** A Markdown table; numbers stand to the right. */
export const table = (head: Line, rows: readonly Line[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** A limit beside its figure: `≤ 5 ✓`. */
export function limit(value: number | undefined, sign: '≤' | '≥', bound: number, unit = ''): string {
  const met = value !== undefined && (sign === '≤' ? value <= bound : value >= bound);
  return `${sign} ${bound.toLocaleString('en-US')}${unit} ${met ? '✓' : '✗'}`;
}

/** How the machine was when a measurement began. */
export interface Machine {
  readonly load: number;
  readonly loopMs: number;
}

const LOOPS = 1e8;

/** ms that a fixed loop of whole numbers takes: rented machines run at half their speed now and then. */
function loopMs(): number {
  const began = performance.now();
  let hash = 0;
  for (let i = 0; i < LOOPS; i++) hash = (Math.imul(hash, 31) + i) | 0;
  const took = performance.now() - began;
  // Used, so that the loop is not left out.
  return hash === 0.5 ? 0 : took;
}

export const machineNow = (): Machine => ({ load: loadavg()[0] ?? NaN, loopMs: loopMs() });

/** The first line of a part: when and on what it was measured, what else the machine did, and how fast it was. */
export function measuredNow({ load, loopMs: before }: Machine): string {
  const at = timeAt('UTC', Date.now());
  const cpu = cpus();
  const machine = `${cpu.length} × ${cpu[0]?.model.trim() ?? 'unknown'}, ${whole(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  return `_Measured ${at} UTC on ${machine}; load of the machine at the start ${fixed(load)}; a loop of 10⁸ whole numbers took ${whole(before)} ms before and ${whole(loopMs())} ms after._`;
}

/** Puts the parts into the page; parts that were not measured now stay as they are. */
export async function writePage(page: string, parts: readonly Part[]): Promise<void> {
  const head = `# Benchmarks

Written by \`npm run bench\`; every figure of the product is of the same run as the reference beside it. Load of the machine slows every figure, the references too.

Every part names the machine it was measured on; the database is the embedded PostgreSQL.
`;
  const known = new Map(existsSync(page) ? partsOf(await readFile(page, 'utf8')) : []);
  for (const { title, text } of parts) known.set(title, text.trim());
  const body = [...known].map(([title, text]) => `## ${title}\n\n${text}\n`);
  const text = [head, ...body].join('\n');
  await writeFile(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));
}

function partsOf(page: string): [title: string, text: string][] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end).trim(), part.slice(end).trim()];
    });
}

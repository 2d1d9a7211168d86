import { readFileSync, readdirSync } from 'node:fs';

const SAMPLE_MS = 1000;

/** Most memory that was in use at a time, bytes; NaN where it cannot be read (Linux only). */
export interface Peak {
  /** The product's process with its worker. */
  readonly product: number;
  /** All processes of PostgreSQL; what they share is counted once. */
  readonly postgres: number;
}

/** Watches a running product until it is asked for the peaks. */
export function watchMemory(pid: number): { now(): Peak; peak(): Peak } {
  let product = NaN;
  let postgres = NaN;
  const look = (): void => {
    const shares = descendants(pid).map(proportional);
    const sum = shares.reduce((a, b) => a + b, 0);
    product = Math.max(Number.isNaN(product) ? 0 : product, proportional(pid));
    postgres = Math.max(Number.isNaN(postgres) ? 0 : postgres, sum);
  };
  const timer = setInterval(look, SAMPLE_MS);
  look();
  return {
    now: () => ({ product: proportional(pid), postgres: NaN }),
    peak: () => {
      look();
      clearInterval(timer);
      return { product, postgres };
    },
  };
}

/** Memory in use, bytes. */
export interface InUse {
  readonly product: number;
  /** Without the buffers that its processes share. */
  readonly postgres: number;
  /** What is touched of these buffers: their size is set, and they fill once. */
  readonly buffers: number;
}

/** What is in use now; the processes of a product are told apart by their command. */
export function memoryOf(pid: number): InUse {
  const used = { product: 0, postgres: 0, buffers: 0 };
  for (const one of [pid, ...descendants(pid)]) {
    const { all, shared } = shareOf(one);
    if (isPostgres(one)) {
      used.postgres += all - shared;
      used.buffers += shared;
    } else used.product += all;
  }
  return used;
}

/** Open files of a product's own processes, PostgreSQL aside. */
export const filesOf = (pid: number): number =>
  [pid, ...descendants(pid)]
    .filter((one) => !isPostgres(one))
    .reduce((count, one) => count + read(() => readdirSync(`/proc/${one}/fd`).length, 0), 0);

const isPostgres = (pid: number): boolean =>
  read(() => readFileSync(`/proc/${pid}/comm`, 'utf8'), '').startsWith('postgres');

/** The processes that a process has started, and theirs (Linux only). */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of read(() => readdirSync('/proc'), [])) {
    const stat = /^\d+$/.test(name) ? read(() => readFileSync(`/proc/${name}/stat`, 'utf8'), '') : '';
    if (stat === '') continue;
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [...(children.get(root) ?? [])];
  for (let i = 0; i < found.length; i++) found.push(...(children.get(found[i] as number) ?? []));
  return found;
}

/** Own memory of a process and its fair share of what is shared; of these what is shared memory. */
function shareOf(pid: number): { readonly all: number; readonly shared: number } {
  const rollup = read(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), '');
  const bytes = (line: RegExp): number => Number(line.exec(rollup)?.[1] ?? 0) * 1024;
  return { all: bytes(/^Pss:\s+(\d+) kB/m), shared: bytes(/^Pss_Shmem:\s+(\d+) kB/m) };
}

const proportional = (pid: number): number => shareOf(pid).all;

function read<T>(of: () => T, otherwise: T): T {
  try {
    return of();
  } catch {
    return otherwise;
  }
}

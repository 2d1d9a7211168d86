import type * as Adapter from './adapter.ts';
import { type Figure, time } from './figure.ts';
import { ownWorkload } from './ownWorkload.ts';
import { QUERY_NAMES } from './workload.ts';

const QUERIES = 200;
const CLIENTS = 8;
const TOGETHER_MS = 2000;

/** Calls a second of eight clients at once. */
async function together(ask: (i: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + TOGETHER_MS;
  let calls = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) await ask(calls++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (calls * 1000) / TOGETHER_MS;
}

/** Drives the own small workload through the adapter, as the shared bench's driver does with its own. */
export async function driveOwn(adapter: typeof Adapter, tell: (figure: Figure) => void): Promise<void> {
  await adapter.setup(ownWorkload);
  for (const part of ['week', 'year'] as const) {
    const { stepsPerBatch, yearStepsPerBatch, inFlight } = adapter.bulk;
    const begun = performance.now();
    const open = new Set<Promise<unknown>>();
    let values = 0;
    for (const rows of ownWorkload.batches(part, {
      stepsPerBatch: part === 'week' ? stepsPerBatch : yearStepsPerBatch,
    })) {
      values += rows.length * (rows[0]?.values.length ?? 0);
      const one: Promise<unknown> = adapter.ingest(rows).finally(() => open.delete(one));
      open.add(one);
      if (open.size >= inFlight) await Promise.race(open);
    }
    await Promise.all(open);
    const seconds = (performance.now() - begun) / 1000;
    tell({ act: 'ingest', part, values, seconds, valuesPerSec: Math.round(values / seconds) });
    await adapter.afterIngest();
  }
  for (const q of QUERY_NAMES) {
    const ask = (i: number): Promise<unknown> =>
      (adapter[q] as (...args: number[]) => Promise<unknown>)(...ownWorkload.args[q](i));
    let worst = 0;
    for (let i = 0; i < 5; i++)
      worst = Math.max(worst, ownWorkload.check[q]((await ask(i)) as never, ownWorkload.args[q](i)));
    tell({ act: 'check', q, maxAbsError: worst });
    tell({ act: 'query', q, ...(await time(QUERIES, ask)), perSec8: await together(ask) });
  }
  adapter.close();
}

/*
 * Figures of storing and folding since the start of the process, shared by its threads: the worker's thread folds, the
 * doors store, and /metrics tells both.
 */
const PLACES = ['stored', 'buckets', 'folds', 'failures', 'micros', 'held'] as const;

/**
 * `stored`: values received; `buckets`, `folds`, `failures`, `micros`: what was folded, how often, how often in vain,
 * and the time it took in µs; `held`: 1 while folding history waits for a bulk load.
 */
export type SharedFigure = (typeof PLACES)[number];

let cells = new BigInt64Array(new SharedArrayBuffer(PLACES.length * 8));

/** What another thread of the process needs to share the figures. */
export const figureMemory = (): SharedArrayBuffer => cells.buffer as SharedArrayBuffer;

/** Makes this thread write and read the figures of the thread that started it. */
export function shareFigures(memory: SharedArrayBuffer): void {
  cells = new BigInt64Array(memory);
}

export const sharedFigure = (name: SharedFigure): number => Number(Atomics.load(cells, PLACES.indexOf(name)));

export function setFigure(name: SharedFigure, value: number): void {
  Atomics.store(cells, PLACES.indexOf(name), BigInt(value));
}

export function addFigure(name: SharedFigure, value: number): void {
  Atomics.add(cells, PLACES.indexOf(name), BigInt(value));
}

import type { Range } from '#domain/fold/reach.ts';

type Hear = (meterId: number, out: Range) => void;

const listeners = new Set<Hear>();

/** Lets `listener` hear of every interval that this thread has folded, after its commit. @returns how to stop it */
export function onFolded(listener: Hear): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells that an interval was folded. */
export const tellFolded: Hear = (meterId, out) => {
  for (const hear of listeners) hear(meterId, out);
};

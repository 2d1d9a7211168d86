import type { Range } from '#domain/fold/reach.ts';

type Hear = (meterId: number, out: Range) => void;

let hear: Hear = () => {};

/** Lets `listener` hear of every interval that this thread has folded, after its commit. */
export const onFolded = (listener: Hear): void => void (hear = listener);

/** Tells that an interval was folded. */
export const tellFolded: Hear = (meterId, out) => hear(meterId, out);

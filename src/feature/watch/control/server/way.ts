import type { Text } from '#contract/text.ts';

/** A position as a device told it; null = it did not, with the reason. */
export interface Position {
  readonly value: number | null;
  readonly failure: Text | null;
  /** Hexadecimal, or the text of a call; null = nothing came. */
  readonly bytes: string | null;
}

/** What a device said to a write. */
export type WriteAnswer = {
  /** What left, and what came. */
  readonly bytes: string;
  readonly detail: Text | null;
} &
  /** `refused`: it did nothing. `failed`: it says no more than that it did not succeed. */
  (
    | { readonly kind: 'done' | 'refused' | 'failed' | 'noAnswer' | 'badEcho' }
    /** Nothing left after all, and nothing will. */
    | { readonly kind: 'notSent'; readonly reason: 'deviceAway' | 'late' }
  );

/** A device while nobody else speaks with it. */
export interface Device {
  /** Reads the position. @param timeoutMs how long it may take to answer */
  position(timeoutMs: number): Promise<Position>;
  /** Sends the target, once. */
  write(target: number, timeoutMs: number): Promise<WriteAnswer>;
}

/** Reads a position when its turn comes, before what has not begun; undefined where this process does not own the way. */
export type ReadBack = (timeoutMs: number) => Promise<Position | undefined>;

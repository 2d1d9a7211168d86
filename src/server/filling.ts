import type { Filling } from '#contract/filling.ts';

let now: Filling | null = null;

/** How far this process is with filling the demonstration; null while it fills nothing. */
export const fillingNow = (): Filling | null => now;

export function tellFilling(filling: Filling): void {
  now = filling;
}

export function endFilling(): void {
  now = null;
}

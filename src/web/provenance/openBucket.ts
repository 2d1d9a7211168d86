import type { UsageLevel } from '#contract/usageLevel.ts';

/** The bucket whose provenance is open: its level, an instant in it, and the meter where it is one of several. */
export interface OpenBucket {
  readonly level: UsageLevel;
  readonly at: number;
  readonly meter: number | null;
}

const OPEN = /^([1-5])~(\d{1,14})(?:~(\d{1,9}))?$/;

/** `3~1531580400000~18` → level 3 at that instant of meter 18. */
export function readOpen(raw: unknown): OpenBucket | null {
  const match = typeof raw === 'string' ? OPEN.exec(raw) : null;
  if (!match) return null;
  return {
    level: Number(match[1]) as UsageLevel,
    at: Number(match[2]),
    meter: match[3] ? Number(match[3]) : null,
  };
}

/** The same as text. */
export const writeOpen = ({ level, at, meter }: OpenBucket): string =>
  [level, at, ...(meter === null ? [] : [meter])].join('~');

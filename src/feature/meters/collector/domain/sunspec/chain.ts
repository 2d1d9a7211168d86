import type { Family, Layout } from './model.ts';

/** Where a device may begin its models (SunSpec Device Information Model, 6.2), the usual one first. */
export const BASES = [40_000, 50_000, 0] as const;

/** What stands at the beginning: "SunS". */
export const MARK = [0x5375, 0x6e53] as const;

/** The number of the model that ends the chain. */
export const END = 0xffff;

/** No device has more; a chain that goes on is a mistake of the device. */
export const MOST_MODELS = 100;

/** A model of a device. */
export interface Found {
  readonly model: number;
  /** Register of its number. */
  readonly address: number;
  /** Registers with its number and length. */
  readonly words: number;
}

/** Big-endian words of the bytes of registers. */
export const wordsOf = (data: Uint8Array): number[] =>
  Array.from({ length: data.length >> 1 }, (_, i) => ((data[i * 2] ?? 0) << 8) | (data[i * 2 + 1] ?? 0));

/** The first model of a family that a device has, and where its points lie; undefined where it has none. */
export function layoutIn(
  found: readonly Found[],
  family: Family,
): { found: Found; layout: Layout } | undefined {
  for (const one of found)
    for (const layout of family.layouts) if (layout.models.includes(one.model)) return { found: one, layout };
  return undefined;
}

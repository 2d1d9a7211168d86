import { type ReadFunction, readsBits, type RegisterRead } from './frame.ts';

/** Most registers of one read (Modbus application protocol 1.1b3, 6.3). */
const MOST_REGISTERS = 125;

/** Where a value lies. */
export interface Place {
  readonly fn: ReadFunction;
  readonly address: number;
  /** Registers, or bits of functions 1 and 2. */
  readonly words: number;
}

/** Places that lie side by side, to be read at once. */
export interface Group<P extends Place> {
  readonly fn: ReadFunction;
  readonly address: number;
  readonly count: number;
  readonly places: readonly P[];
}

/**
 * The fewest reads for some places: those that touch or overlap share one, up to 125 registers or bits. Registers in
 * between are not asked for: many devices refuse a whole read for one address that they do not know.
 */
export function groupReads<P extends Place>(places: readonly P[]): Group<P>[] {
  const groups: { fn: ReadFunction; address: number; count: number; places: P[] }[] = [];
  for (const place of places.toSorted((a, b) => a.fn - b.fn || a.address - b.address)) {
    const last = groups.at(-1);
    const end = place.address + place.words;
    if (
      last !== undefined &&
      last.fn === place.fn &&
      place.address <= last.address + last.count &&
      end - last.address <= MOST_REGISTERS
    ) {
      last.count = Math.max(last.count, end - last.address);
      last.places.push(place);
    } else groups.push({ fn: place.fn, address: place.address, count: place.words, places: [place] });
  }
  return groups;
}

/** The bytes of one place in the reply to its group; of a bit one byte, 0 or 1. */
export function partOf(
  group: Pick<RegisterRead, 'address'>,
  place: Omit<Place, 'fn'> & { readonly fn?: ReadFunction },
  data: Uint8Array,
): Uint8Array {
  const from = place.address - group.address;
  if (place.fn !== undefined && readsBits(place.fn))
    return Uint8Array.of(((data[from >> 3] ?? 0) >> (from & 7)) & 1);
  return data.subarray(from * 2, (from + place.words) * 2);
}

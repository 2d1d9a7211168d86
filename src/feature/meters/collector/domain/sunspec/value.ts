import { decimalOf, scaled } from '../modbus/value.ts';
import { type Ratio, parseDecimal, times } from '#domain/decimal/decimal.ts';
import { type Layout, type Point, type PointAddress, type PointType, SIZE } from './model.ts';

/** What a device writes where it does not implement a point; of floats it is that they are no number. */
const ABSENT: Readonly<Record<Exclude<PointType, 'f32'>, string>> = {
  u16: '65535',
  s16: '-32768',
  enum16: '65535',
  u32: '4294967295',
  s32: '-2147483648',
  u64: '18446744073709551615',
  // A counter that stands at 0 is one that the device does not have.
  acc32: '0',
};

/** Powers of ten lie between these (SunSpec: sunssf). */
const MOST_POWER = 10;

/** The registers of a model, its number and length in front. */
export type Block = Uint8Array;

const part = (block: Block, at: number, words: number): Uint8Array | undefined =>
  (at + words) * 2 <= block.length ? block.subarray(at * 2, (at + words) * 2) : undefined;

/** The exact decimal in a point, null where the device does not implement it, and the power of ten that belongs to it. */
function pointIn(block: Block, { at, type, scaleAt }: Point): { decimal: string; power: number } | null {
  const raw = part(block, at, SIZE[type]);
  if (!raw) return null;
  const decimal = decimalOf(raw, type === 'acc32' ? 'u32' : type === 'enum16' ? 'u16' : type, 'ABCD');
  if (type !== 'f32' && decimal === ABSENT[type]) return null;
  const power = scaleAt === null ? 0 : powerIn(block, scaleAt);
  return decimal === null || power === null ? null : { decimal, power };
}

/** A power of ten; null where it is absent or none. A value without its power is not known. */
function powerIn(block: Block, at: number): number | null {
  const raw = part(block, at, 1);
  if (!raw) return null;
  const power = new DataView(raw.buffer, raw.byteOffset, 2).getInt16(0);
  return Math.abs(power) <= MOST_POWER ? power : null;
}

/** Points to be read for an address: one, or that of every repeated part that a model of this length has. */
export function pointsFor(layout: Layout, { name, part: wanted }: PointAddress, words: number): Point[] {
  const own = layout.points[name];
  if (wanted === null && own) return [own];
  const { repeated } = layout;
  const inPart = repeated?.points[name];
  if (!repeated || !inPart) return [];
  const count = Math.floor((words - repeated.from) / repeated.size);
  const all = Array.from({ length: Math.max(0, count) }, (_, i) => ({
    ...inPart,
    at: repeated.from + i * repeated.size + inPart.at,
  }));
  return wanted === null ? all : all.slice(wanted - 1, wanted);
}

/**
 * The value of points times a factor, added up; null where the device implements none of them. Strings that a device has
 * room for and does not have are left out.
 */
export function valueOfPoints(block: Block, points: readonly Point[], factor: Ratio): number | null {
  const known = points.flatMap((one) => pointIn(block, one) ?? []);
  if (known.length === 0) return null;
  const least = Math.min(...known.map(({ power }) => power));
  // All with the least power of ten are whole multiples of it, save floats, of which there is one alone.
  const [only] = known;
  if (only && known.length === 1) return scaled(only.decimal, times(factor, powerOfTen(only.power)));
  const sum = known.reduce(
    (all, { decimal, power }) => all + BigInt(decimal) * 10n ** BigInt(power - least),
    0n,
  );
  return scaled(String(sum), times(factor, powerOfTen(least)));
}

const powerOfTen = (power: number): Ratio => parseDecimal(`1e${power}`);

/** The bytes of the first of some points in hexadecimal form, as they came; null where the model ends before. */
export const rawOf = (block: Block, [first]: readonly Point[]): Uint8Array | null =>
  (first && part(block, first.at, SIZE[first.type])) ?? null;

/** The registers that some points need, from the model's first on: the end of the last of them. */
export const reachOf = (points: readonly Point[]): number =>
  points.reduce(
    (end, { at, type, scaleAt }) => Math.max(end, at + SIZE[type], scaleAt === null ? 0 : scaleAt + 1),
    2,
  );

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#test/runs.ts';
import { type Block, BrokenBlock, decodeBlock, encodeBlock } from './block.ts';
import { crc32c } from './crc32c.ts';

const STEP = 900_000;
const bitsOf = (values: Float64Array): BigUint64Array => new BigUint64Array(values.slice().buffer);

/** Values as devices and persons tell them, and as nobody does; NaN = none. */
const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 100) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 9_999 }).map((n) => Math.fround(n / 10)) },
  { weight: 1, arbitrary: fc.constant(NaN) },
  { weight: 1, arbitrary: fc.double({ noNaN: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -0, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 2 ** 53),
  },
);
const decimal = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000);
const single = fc.integer({ min: 0, max: 40_000 }).map((n) => Math.fround(n / 10));
const stamp = fc.oneof(
  fc.nat(3000).map((n) => 1_735_689_600_000 + n * STEP),
  fc.integer({ min: -(2 ** 50), max: 2 ** 50 }),
);
const long = fc.oneof(
  fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const blocks: fc.Arbitrary<Block> = fc.nat(60).chain((n) => {
  const list = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: n, maxLength: n });
  const floats = fc.oneof(list(value), list(decimal), list(single), list(fc.constant(NaN)), list(fc.constant(230.1)));
  return fc.record({
    meterId: fc.nat(2 ** 31 - 1),
    ts: list(stamp).map((all) => Float64Array.from(all).sort()),
    source: list(fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2 ** 31 - 1) })).map((all) => Int32Array.from(all)),
    floats: fc.array(fc.record({ name: fc.constantFrom('PP', 'PZ', '', 'A'.repeat(63)), values: floats.map((all) => Float64Array.from(all)) }), { maxLength: 4 }),
    wholes: fc.array(
      fc.record({ name: fc.constantFrom('pp', 'flags'), values: list(long), has: list(fc.nat(1)) }).map(({ name, values, has }) => ({
        name,
        has: Uint8Array.from(has),
        values: BigInt64Array.from(values.map((one, i) => (has[i] === 1 ? one : 0n))),
      })),
      { maxLength: 3 },
    ).map((all) => [...all, ...all.map((one) => ({ ...one, values: one.values.map((each, i) => (one.has[i] === 1 ? each * 4n + BigInt(i % 2) : 0n)) }))]),
  });
}); // prettier-ignore

test('what a block holds is read back bit for bit, and written in one way', () => {
  fc.assert(
    fc.property(blocks, (block) => {
      const bytes = encodeBlock(block);
      const back = decodeBlock(bytes);
      expect(back.meterId).toBe(block.meterId);
      expect(back.source).toEqual(block.source);
      expect(back.ts).toEqual(block.ts);
      expect(back.wholes).toEqual(block.wholes);
      expect(back.floats.map(({ name }) => name)).toEqual(block.floats.map(({ name }) => name));
      for (const [i, { values }] of block.floats.entries()) {
        const wanted = bitsOf(values.map((one) => (Number.isNaN(one) ? NaN : one)));
        expect(bitsOf((back.floats[i] as (typeof back.floats)[number]).values)).toEqual(wanted);
      }
      expect(encodeBlock(back)).toEqual(bytes);
    }),
    runs(100, 10_000),
  );
});

test('bytes that were cut, changed or added to are refused', () => {
  fc.assert(
    fc.property(blocks, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(), (block, place, mask, cut) => {
      const bytes = encodeBlock(block);
      const changed = bytes.slice();
      changed[place % bytes.length] = (changed[place % bytes.length] as number) ^ mask;
      expect(() => decodeBlock(changed)).toThrow(BrokenBlock);
      expect(() => decodeBlock(bytes.subarray(0, cut % bytes.length))).toThrow(BrokenBlock);
      expect(() => decodeBlock(Uint8Array.from([...bytes, 0]))).toThrow(BrokenBlock);
    }),
    runs(100, 10_000),
  );
});

test('every bit of a block counts', () => {
  const bytes = encodeBlock({
    meterId: 7,
    ts: Float64Array.from({ length: 96 }, (_, i) => i * STEP),
    source: new Int32Array(96),
    floats: [{ name: 'PP', values: Float64Array.from({ length: 96 }, (_, i) => (1000 + i * 13) / 100) }],
    wholes: [],
  });
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = bytes.slice();
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(() => decodeBlock(changed), `bit ${bit}`).toThrow(BrokenBlock);
  }
  for (let end = 0; end < bytes.length; end++)
    expect(() => decodeBlock(bytes.subarray(0, end)), `${end} bytes`).toThrow(BrokenBlock);
});

test('rows that are no block are refused', () => {
  const good: Block = {
    meterId: 1,
    ts: Float64Array.of(0),
    source: Int32Array.of(0),
    floats: [],
    wholes: [],
  };
  expect(decodeBlock(encodeBlock(good))).toEqual(good);
  const column = { name: 'PP', values: Float64Array.of(1) };
  for (const bad of [
    { ...good, ts: Float64Array.of(0.5) },
    { ...good, ts: Float64Array.of(NaN) },
    { ...good, ts: Float64Array.of(2 ** 50 + 1) },
    { ...good, source: Int32Array.of() },
    { ...good, floats: [{ ...column, values: Float64Array.of(1, 2) }] },
    { ...good, floats: [{ ...column, name: '电' }] },
    { ...good, floats: [{ ...column, name: 'A'.repeat(64) }] },
  ])
    expect(() => encodeBlock(bad)).toThrow(RangeError);
});

test('a quiet day takes a few bytes, noise about as many as it has bits', () => {
  const day = (values: (i: number) => number): number =>
    encodeBlock({
      meterId: 1001,
      ts: Float64Array.from({ length: 96 }, (_, i) => 1_735_689_600_000 + i * STEP),
      source: new Int32Array(96),
      floats: [{ name: 'PZ', values: Float64Array.from({ length: 96 }, (_, i) => values(i)) }],
      wholes: [],
    }).length;
  expect(day(() => 230.1)).toBeLessThan(50);
  expect(day((i) => 1_000_000 + i / 100)).toBeLessThan(50);
  expect(day((i) => ((i * 7919) % 10_007) / 100)).toBeLessThan(96 * 2.5);
  expect(day((i) => Math.fround(((i * 7919) % 10_007) / 100))).toBeLessThan(96 * 2.5);
  expect(day((i) => Math.sin(i * i))).toBeLessThan(96 * 9);
});

test('columns that follow from each other take next to nothing beside the first', () => {
  const n = 960;
  const of = (times: bigint): BigInt64Array =>
    BigInt64Array.from({ length: n }, (_, i) => times * BigInt(((i * 7919) % 10_007) * 250));
  const column = (name: string, values: BigInt64Array) => ({ name, values, has: new Uint8Array(n).fill(1) });
  const block = (wholes: Block['wholes']): Block => ({
    meterId: 1,
    ts: Float64Array.from({ length: n }, (_, i) => i * STEP),
    source: new Int32Array(n),
    floats: [],
    wholes,
  });
  const one = encodeBlock(block([column('pp', of(1n))]));
  const many = block([column('pp', of(1n)), column('md', of(4n)), column('p_max', of(4n)), column('p_min', of(4n))]);
  expect(encodeBlock(many).length).toBeLessThan(one.length + 60);
  expect(decodeBlock(encodeBlock(many))).toEqual(many);
  // Near the most that a difference may be.
  const far = 2n ** 50n;
  const ends = block([column('pp', of(1n).fill(-far)), column('md', of(1n).fill(far)), column('flags', of(1n).fill(far + 1n))]);
  expect(decodeBlock(encodeBlock(ends))).toEqual(ends);
}); // prettier-ignore

test('the checksum is CRC-32C', () => {
  // RFC 3720, B.4: 32 bytes of zeroes, of ones, incrementing; and the check value of the catalogue.
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(255))).toBe(0x62a8ab43);
  expect(crc32c(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe(0x46dd794e);
  expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
});

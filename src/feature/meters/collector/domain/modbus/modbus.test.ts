import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDecimal } from '#domain/decimal/decimal.ts';
import { VALUE_TYPES, type ValueType, WORD_ORDERS, type WordOrder } from '#contract/registerMap.ts';
import { crc16 } from './crc.ts';
import { type RegisterRead, parseRtu, parseTcp, rtuRequest, tcpRequest } from './frame.ts';
import { groupReads, partOf } from './group.ts';
import { WORDS, decimalOf, ordered, scaled } from './value.ts';

const anyRead: fc.Arbitrary<RegisterRead> = fc.record({
  unit: fc.integer({ min: 0, max: 255 }),
  fn: fc.constantFrom(3 as const, 4 as const),
  address: fc.integer({ min: 0, max: 65_000 }),
  count: fc.integer({ min: 1, max: 125 }),
});
const anyReply = anyRead.chain((read) =>
  fc.tuple(fc.constant(read), fc.uint8Array({ minLength: read.count * 2, maxLength: read.count * 2 })),
);
const tcpReply = (transaction: number, read: RegisterRead, data: Uint8Array): Uint8Array => {
  const pdu = [read.unit, read.fn, data.length, ...data];
  return Uint8Array.from([
    transaction >> 8,
    transaction & 255,
    0,
    0,
    pdu.length >> 8,
    pdu.length & 255,
    ...pdu,
  ]);
};
const rtuReply = (read: RegisterRead, data: Uint8Array): Uint8Array => {
  const body = Uint8Array.from([read.unit, read.fn, data.length, ...data]);
  const crc = crc16(body);
  return Uint8Array.from([...body, crc & 255, crc >> 8]);
};

it('writes requests as the protocol says', () => {
  const read = { unit: 17, fn: 3, address: 107, count: 3 } as const;
  expect([...tcpRequest(0x1501, read)]).toEqual([0x15, 1, 0, 0, 0, 6, 17, 3, 0, 107, 0, 3]);
  // The example of the Modbus serial line guide: 11 03 00 6B 00 03 76 87.
  expect([...rtuRequest(read)]).toEqual([0x11, 3, 0, 0x6b, 0, 3, 0x76, 0x87]);
});

it('finds the reply however the bytes come in pieces, behind late answers of other transactions', () => {
  fc.assert(
    fc.property(anyReply, fc.integer({ min: 1, max: 65_535 }), fc.boolean(), ([read, data], n, late) => {
      const own = tcpReply(n, read, data);
      const bytes = late ? Uint8Array.from([...tcpReply(n - 1, read, data), ...own]) : own;
      for (const cut of [0, 3, 8, bytes.length - 1])
        expect(parseTcp(bytes.subarray(0, Math.min(cut, bytes.length - 1)), n, read).kind).toBe('more');
      expect(parseTcp(bytes, n, read)).toEqual({ kind: 'done', value: { data } });
      expect(parseRtu(rtuReply(read, data), read)).toEqual({ kind: 'done', value: { data } });
      for (let cut = 0; cut < data.length; cut += 7)
        expect(parseRtu(rtuReply(read, data).subarray(0, cut), read).kind).toBe('more');
    }),
  );
});

it('a changed byte of a serial reply is never taken for a value', () => {
  fc.assert(
    fc.property(anyReply, fc.nat(), fc.integer({ min: 1, max: 255 }), ([read, data], at, change) => {
      const bytes = rtuReply(read, data);
      const i = at % bytes.length;
      bytes[i] = (bytes[i] ?? 0) ^ change;
      expect(parseRtu(bytes, read).kind).not.toBe('done');
    }),
  );
});

it('tells exceptions, other units, short frames and what is no Modbus at all', () => {
  const read = { unit: 1, fn: 3, address: 0, count: 2 } as const;
  expect(parseTcp(Uint8Array.from([0, 7, 0, 0, 0, 3, 1, 0x83, 2]), 7, read)).toEqual({
    kind: 'done',
    value: { exception: 2 },
  });
  expect(parseTcp(tcpReply(7, { ...read, unit: 2 }, new Uint8Array(4)), 7, read)).toMatchObject({
    kind: 'fault',
    state: 'mismatch',
  });
  expect(parseTcp(tcpReply(6, read, new Uint8Array(4)), 7, read)).toEqual({ kind: 'more', seen: 'mismatch' });
  expect(parseTcp(tcpReply(7, read, new Uint8Array(2)), 7, read)).toMatchObject({ state: 'malformed' });
  expect(parseTcp(new TextEncoder().encode('HTTP/1.1 400 Bad Request'), 7, read)).toMatchObject({
    state: 'malformed',
    broken: true,
  });
});

it('any bytes at all give an answer, never a throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), anyRead, (bytes, read) => {
      parseTcp(bytes, 1, read);
      parseRtu(bytes, read);
    }),
  );
});

const orders = Object.keys(WORD_ORDERS) as WordOrder[];
const types = Object.keys(VALUE_TYPES) as ValueType[];

it('every type survives every order of bytes exactly', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.constantFrom(...orders),
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      (type, order, random) => {
        const high = random.slice(0, WORDS[type] * 2);
        const wire = ordered(high, order);
        expect(ordered(wire, order)).toEqual(high);
        const view = new DataView(high.buffer);
        const text = decimalOf(wire, type, order);
        if (type === 'f32') {
          const value = view.getFloat32(0);
          if (!Number.isFinite(value)) expect(text).toBeNull();
          else expect(Math.fround(Number(text))).toBe(value);
        } else if (type === 'f64') {
          const value = view.getFloat64(0);
          expect(text === null ? Number.NaN : Number(text)).toBe(Number.isFinite(value) ? value : Number.NaN);
        } else {
          const bits = BigInt(high.length * 8);
          let whole = 0n;
          for (const byte of high) whole = (whole << 8n) | BigInt(byte);
          expect(text).toBe(String(type.startsWith('s') ? BigInt.asIntN(Number(bits), whole) : whole));
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('orders are as the names say', () => {
  const a = Uint8Array.from([0x12, 0x34, 0x56, 0x78]);
  const inOrder = (order: WordOrder): string => Buffer.from(ordered(a, order)).toString('hex');
  expect(orders.map(inOrder)).toEqual(['12345678', '56781234', '34127856', '78563412']);
});

it('a float stands for the decimal that was meant, and scaling is exact', () => {
  const f32 = new Uint8Array(4);
  new DataView(f32.buffer).setFloat32(0, 1234.56);
  expect(decimalOf(f32, 'f32', 'ABCD')).toBe('1234.56');
  expect(scaled('123456', parseDecimal('0.01'))).toBe(1234.56);
  expect(scaled('18446744073709551615', parseDecimal('0.001'))).toBe(Number('18446744073709551.615'));
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n }), fc.integer({ min: 0, max: 9 }), (n, d) => {
      expect(scaled(String(n), parseDecimal(`1e-${d}`))).toBe(Number(`${n}e-${d}`));
    }),
  );
});

it('groups what touches, never more than 125 registers, never a register that nobody asked for', () => {
  const place = fc.record({
    fn: fc.constantFrom(3 as const, 4 as const),
    address: fc.integer({ min: 0, max: 400 }),
    words: fc.constantFrom(1, 2, 4),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 120 }), (places) => {
      const groups = groupReads(places);
      expect(groups.flatMap((group) => group.places)).toHaveLength(places.length);
      const wanted = new Set(
        places.flatMap((p) => Array.from({ length: p.words }, (_, i) => `${p.fn}/${p.address + i}`)),
      );
      for (const group of groups) {
        expect(group.count).toBeLessThanOrEqual(125);
        for (let i = 0; i < group.count; i++) expect(wanted).toContain(`${group.fn}/${group.address + i}`);
        const data = Uint8Array.from({ length: group.count * 2 }, (_, i) => (group.address * 2 + i) & 255);
        for (const p of group.places) {
          const part = partOf(group, p, data);
          expect(part).toHaveLength(p.words * 2);
          expect(part[0]).toBe((p.address * 2) & 255);
        }
      }
    }),
  );
});

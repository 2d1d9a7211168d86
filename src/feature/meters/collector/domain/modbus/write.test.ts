import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc16 } from './crc.ts';
import { parseRtuWrite, parseTcpWrite, type RegisterWrite, rtuWrite, tcpWrite } from './write.ts';

const anyWrite: fc.Arbitrary<RegisterWrite> = fc
  .record({
    unit: fc.integer({ min: 0, max: 255 }),
    fn: fc.constantFrom(5 as const, 6 as const, 15 as const, 16 as const),
    address: fc.integer({ min: 0, max: 65_000 }),
    words: fc.array(fc.integer({ min: 0, max: 65_535 }), { minLength: 1, maxLength: 4 }),
  })
  .map((write) => (write.fn === 16 ? write : { ...write, words: write.words.slice(0, 1) }));

it('writes requests as the protocol says', () => {
  // The examples of the Modbus application protocol 1.1b3, 6.5, 6.6 and 6.12.
  const coil = { unit: 17, fn: 5, address: 172, words: [1] } as const;
  expect([...tcpWrite(0x1501, coil)]).toEqual([0x15, 1, 0, 0, 0, 6, 17, 5, 0, 0xac, 0xff, 0]);
  expect([...rtuWrite({ ...coil, words: [0] })].slice(0, 6)).toEqual([17, 5, 0, 0xac, 0, 0]);
  expect([...tcpWrite(1, { unit: 1, fn: 6, address: 1, words: [3] })].slice(6)).toEqual([1, 6, 0, 1, 0, 3]);
  expect([...tcpWrite(1, { unit: 1, fn: 15, address: 19, words: [1] })].slice(4)).toEqual([0, 8, 1, 15, 0, 19, 0, 1, 1, 1]); // prettier-ignore
  expect([...tcpWrite(1, { unit: 1, fn: 16, address: 1, words: [10, 258] })].slice(4)).toEqual([0, 11, 1, 16, 0, 1, 0, 2, 4, 0, 10, 1, 2]); // prettier-ignore
});

/** What a device answers: the first six bytes behind the header. */
const replyOf = (request: Uint8Array): Uint8Array =>
  Uint8Array.from([...request.subarray(0, 4), 0, 6, ...request.subarray(6, 12)]);
const serial = (body: Uint8Array): Uint8Array => {
  const crc = crc16(body);
  return Uint8Array.from([...body, crc & 0xff, crc >> 8]);
};

it('takes the very echo alone for an answer, however it comes in pieces', () => {
  fc.assert(
    fc.property(
      anyWrite,
      fc.integer({ min: 1, max: 65_535 }),
      fc.integer({ min: 0, max: 47 }),
      (write, n, bit) => {
        const reply = replyOf(tcpWrite(n, write));
        for (let cut = 0; cut < reply.length; cut++)
          expect(parseTcpWrite(reply.subarray(0, cut), n, write).kind).toBe('more');
        expect(parseTcpWrite(reply, n, write)).toEqual({ kind: 'done', value: { done: true } });
        const late = Uint8Array.from([...replyOf(tcpWrite(n - 1, write)), ...reply]);
        expect(parseTcpWrite(late, n, write)).toEqual({ kind: 'done', value: { done: true } });
        const frame = reply.slice(6);
        expect(parseRtuWrite(serial(frame), write)).toEqual({ kind: 'done', value: { done: true } });
        // One bit other than what was sent, with a checksum that fits.
        frame[bit >> 3] = (frame[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(parseRtuWrite(serial(frame), write).kind).not.toBe('done');
        expect(parseTcpWrite(Uint8Array.from([...reply.subarray(0, 6), ...frame]), n, write).kind).toBe(
          'fault',
        );
      },
    ),
  );
});

it('tells what the device refuses', () => {
  const write = { unit: 3, fn: 5, address: 0, words: [1] } as const;
  expect(parseTcpWrite(Uint8Array.from([0, 9, 0, 0, 0, 3, 3, 0x85, 4]), 9, write)).toEqual({
    kind: 'done',
    value: { exception: 4 },
  });
  expect(parseRtuWrite(serial(Uint8Array.from([3, 0x85, 2])), write)).toEqual({
    kind: 'done',
    value: { exception: 2 },
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BcdForm, decodeBcd, encodeBcd } from './bcd.ts';
import {
  ANY_ADDRESS,
  type Frame,
  encodeFrame,
  encodeRefusal,
  encodeReply,
  findFrames,
  parseReply,
  readRequest,
} from './frame.ts';
import { STANDARD_ITEMS, formOf } from './item.ts';

const address = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  .map((digits) => digits.join(''));
const frame: fc.Arbitrary<Frame> = fc.record({
  address,
  control: fc.integer({ min: 0, max: 255 }),
  data: fc.uint8Array({ maxLength: 60 }),
});

it('writes the request of the standard', () => {
  const written = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  expect(written(readRequest('2007', '123456789012', '00010000'))).toBe(
    'fefefefe' + '68129078563412681104333334336816',
  );
  expect(written(readRequest('1997', '1', '9010'))).toBe('fefefefe' + '68010000000000680102' + '43c3da16');
});

it('decode after encode is the same, whatever stands before and behind', () => {
  fc.assert(
    fc.property(frame, fc.uint8Array({ maxLength: 12 }), fc.boolean(), (one, noise, wake) => {
      // Noise that holds a start byte may claim bytes of the frame: the search then goes on behind it.
      const before = wake ? Uint8Array.from([0xfe, 0xfe, 0xfe, 0xfe]) : noise.filter((byte) => byte !== 0x68);
      const bytes = Uint8Array.from([
        ...before,
        ...encodeFrame(one),
        ...noise.filter((byte) => byte !== 0x68),
      ]);
      expect(findFrames(bytes).frames).toEqual([one]);
    }),
  );
});

it('finds the frame behind any noise at all, start bytes included', () => {
  fc.assert(
    fc.property(frame, fc.uint8Array({ maxLength: 40 }), (one, noise) => {
      const { frames } = findFrames(Uint8Array.from([...noise, ...encodeFrame(one)]));
      expect(frames.at(-1)).toEqual(one);
    }),
    { numRuns: 500 },
  );
});

it('a changed byte is never taken for an answer, and the next whole frame is found', () => {
  const reply = fc.tuple(address, fc.uint8Array({ minLength: 4, maxLength: 4 }));
  fc.assert(
    fc.property(reply, fc.nat(), fc.integer({ min: 1, max: 255 }), ([meter, data], at, change) => {
      const good = encodeReply('2007', meter, '00010000', data);
      const bad = Uint8Array.from(good);
      const i = at % bad.length;
      bad[i] = (bad[i] ?? 0) ^ change;
      const parsed = parseReply(bad, '2007', meter, '00010000');
      expect(parsed.kind).toBe('more');
      expect(parseReply(Uint8Array.from([...bad, ...good]), '2007', meter, '00010000')).toEqual({
        kind: 'done',
        value: { data },
      });
    }),
  );
});

it('passes over echoes, other meters and other items, and tells refusals', () => {
  const data = Uint8Array.of(1, 2, 3, 4);
  const request = readRequest('2007', '42', '00010000');
  const of = (meter: string, item: string) => encodeReply('2007', meter, item, data);
  expect(parseReply(request, '2007', '42', '00010000').kind).toBe('more');
  expect(parseReply(of('43', '00010000'), '2007', '42', '00010000')).toEqual({
    kind: 'more',
    seen: 'mismatch',
  });
  expect(parseReply(of('42', '00020000'), '2007', '42', '00010000')).toEqual({
    kind: 'more',
    seen: 'mismatch',
  });
  expect(
    parseReply(Uint8Array.from([...request, ...of('42', '00010000')]), '2007', '42', '00010000'),
  ).toEqual({
    kind: 'done',
    value: { data },
  });
  expect(parseReply(of('77', '00010000'), '2007', ANY_ADDRESS, '00010000').kind).toBe('done');
  expect(parseReply(encodeRefusal('2007', '42', 2), '2007', '42', '02010200')).toMatchObject({
    kind: 'done',
    value: { noData: true },
  });
  expect(parseReply(encodeRefusal('1997', '42', 4), '1997', '42', '9010')).toMatchObject({
    value: { noData: false, detail: { en: 'the meter refuses: password wrong' } },
  });
});

it('any bytes at all give an answer, never a throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      findFrames(bytes);
      parseReply(bytes, '1997', '1', '9010');
    }),
  );
});

const forms = Object.values(STANDARD_ITEMS).flat();

it('every standard item carries every value of its form exactly', () => {
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.nat(), fc.boolean(), (form: BcdForm, random, minus) => {
      const most = 10 ** (form.bytes * 2) * (form.signed ? 0.8 : 1);
      const whole = (random % most) * (form.signed && minus ? -1 : 1);
      const value = whole / 10 ** form.decimals;
      const text = decodeBcd(encodeBcd(value, form), form);
      expect(Number(text)).toBe(whole === 0 ? Number(text) : value);
      expect(Math.abs(Number(text))).toBe(Math.abs(value));
    }),
  );
  expect(decodeBcd(Uint8Array.of(0x78, 0x56, 0x34, 0x12), { bytes: 4, decimals: 2 })).toBe('123456.78');
  expect(decodeBcd(Uint8Array.of(0x00, 0x05, 0x80), { bytes: 3, decimals: 4, signed: true })).toBe('-0.0500');
  expect(decodeBcd(Uint8Array.of(0xff, 0xff), { bytes: 2, decimals: 1 })).toBeNull();
  expect(decodeBcd(Uint8Array.of(0x12), { bytes: 2, decimals: 1 })).toBeNull();
  expect(() => encodeBcd(1e9, { bytes: 4, decimals: 2 })).toThrow(RangeError);
});

it('knows the registers of quadrants and tariffs that no data code names', () => {
  expect(formOf('2007', '00050000')).toMatchObject({ bytes: 4, decimals: 2 });
  for (const combined of ['00000100', '00030100', '00040001'])
    expect(formOf('2007', combined), combined).toMatchObject({ bytes: 4, decimals: 2, signed: true });
  expect(formOf('1997', '9021')).toMatchObject({ bytes: 4 });
  expect(formOf('2007', '04000101')).toBeUndefined();
});

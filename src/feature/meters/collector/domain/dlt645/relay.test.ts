import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeFrame } from './frame.ts';
import { parseRelayReply, relayPosition, relayRequest, shownOrder } from './relay.ts';

const ORDER = {
  address: '123456789012',
  command: 'trip',
  level: 2,
  password: '123456',
  operatorCode: '00000042',
  until: { year: 2026, month: 11, day: 26, hour: 9, minute: 5, second: 59 },
} as const;

it('writes the order of the standard, and never shows the password', () => {
  const bytes = relayRequest(ORDER);
  expect(Buffer.from(bytes).toString('hex')).toBe(
    'fefefefe' + '68129078563412681c10' + '35896745' + '75333333' + '4d33' + '8c383c594459' + 'a016',
  );
  expect(shownOrder(bytes)).toMatch(
    /^FE FE FE FE 68 12 90 78 56 34 12 68 1C 10 35 \*\* \*\* \*\* 75 .* \*\* 16$/,
  );
  expect(relayRequest({ ...ORDER, command: 'permit' })[4 + 10 + 8]).toBe(0x1b + 0x33);
  expect(relayRequest({ ...ORDER, command: 'close' })[4 + 10 + 8]).toBe(0x1c + 0x33);
});

const reply = (control: number, data: readonly number[] = [], address: string = ORDER.address): Uint8Array =>
  encodeFrame({ address, control, data: Uint8Array.from(data) });

it('takes the answer of this meter to this code alone', () => {
  const of = (bytes: Uint8Array) => parseRelayReply(bytes, ORDER.address);
  expect(of(reply(0x9c))).toEqual({ kind: 'done', value: { done: true } });
  expect(of(reply(0xdc, [4]))).toMatchObject({
    kind: 'done',
    value: { done: false, detail: { en: 'the meter refuses: password wrong or no right' } },
  });
  // The echo of the request, another meter, a late answer to a read.
  expect(of(relayRequest(ORDER)).kind).toBe('more');
  expect(of(reply(0x9c, [], '999999999998'))).toEqual({ kind: 'more', seen: 'mismatch' });
  expect(of(reply(0x91, [0x03, 0x05, 0x00, 0x04, 0, 0]))).toEqual({ kind: 'more', seen: 'mismatch' });
  expect(of(Uint8Array.from([...relayRequest(ORDER), ...reply(0x9c)])).kind).toBe('done');
});

it('any bytes at all give an answer, never a throw; a cut or changed one is no answer', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseRelayReply(bytes, '1')));
  const whole = reply(0x9c);
  for (let n = 0; n < whole.length; n++)
    expect(parseRelayReply(whole.subarray(0, n), ORDER.address).kind).toBe('more');
  for (let i = 0; i < whole.length; i++) {
    const bad = Uint8Array.from(whole);
    bad[i] = (bad[i] ?? 0) ^ 0x40;
    expect(parseRelayReply(bad, ORDER.address).kind).toBe('more');
  }
});

it('reads the relay from status word 3: bit 4 set is open', () => {
  expect([[0, 0], [0x10, 0], [0xef, 0xff], [0]].map((data) => relayPosition(Uint8Array.from(data)))).toEqual([
    1,
    0,
    1,
    null,
  ]);
});

import { describe, expect, it } from 'vitest';
import type {
  Collector,
  Line,
  Outcome,
  RegisterRead,
  RegisterReply,
} from '#feature/meters/collector/server/public.ts';
import { RelayUnit } from '../../../../../simulator/device/relayBox.ts';
import type { Wiring } from '../domain/wiring.ts';
import { LineReader, runOn } from './lineWay.ts';

const output = (address: number, more: Partial<Wiring> = {}): Wiring =>
  ({
    way: '1',
    channelId: 7,
    unitAddress: 1,
    readFunction: '1',
    readAddress: String(address),
    ...more,
  }) as Wiring;

const timeout = { state: 'timeout', detail: { zh: '超时', en: 'timeout' }, broken: false } as const;

/** A line to a relay box, and what was asked of it. @param most places that the box tells at once */
function lineTo(box: RelayUnit, most = 125) {
  const asked: RegisterRead[] = [];
  const read = async (one: RegisterRead): Promise<Outcome<RegisterReply>> => {
    asked.push(one);
    if (box.off) return { failure: timeout };
    if (one.count > most) return { value: { exception: 3 } };
    const request = Buffer.from([one.unit, one.fn, 0, 0, 0, 0]);
    request.writeUInt16BE(one.address, 2);
    request.writeUInt16BE(one.count, 4);
    let reply: Buffer = Buffer.alloc(0);
    box.take(request, (body) => (reply = body));
    return { value: (reply[1] ?? 0) > 0x80 ? { exception: reply[2] ?? 0 } : { data: reply.subarray(3) } };
  };
  return { line: { read } as unknown as Line, asked };
}

const places = Array.from({ length: 40 }, (_, i) => i);
const closed = (box: RelayUnit, ...addresses: number[]): void => {
  for (const address of addresses) box.coils.set(address, 1);
};

describe('outputs side by side', () => {
  it('are read at once, each its own bit', async () => {
    const box = new RelayUnit(places, []);
    closed(box, 5, 13, 14, 31);
    const { line, asked } = lineTo(box);
    const told = await runOn(line, places.slice(5, 32).map((address) => output(address)), 1000); // prettier-ignore
    expect(told.map(({ value }) => value)).toEqual(
      places.slice(5, 32).map((address) => box.coils.get(address)),
    );
    expect(told.every(({ failure, bytes }) => failure === null && /^0[01]$/.test(bytes ?? ''))).toBe(true);
    expect(asked).toEqual([{ unit: 1, fn: 1, address: 5, count: 27 }]);
  });

  it('are read each by itself where the box tells fewer at once, or has no such place', async () => {
    const box = new RelayUnit([0, 1, 3], []);
    closed(box, 1, 3);
    const one = lineTo(box, 1);
    const run = [output(0), output(1)];
    expect((await runOn(one.line, run, 1000)).map(({ value }) => value)).toEqual([0, 1]);
    expect(one.asked.map(({ count }) => count)).toEqual([2, 1, 1]);
    const { line } = lineTo(box);
    const told = await runOn(line, [output(1), output(2), output(3)], 1000);
    expect(told.map(({ value }) => value)).toEqual([1, null, 1]);
    expect(told[1]).toMatchObject({
      bytes: '02',
      failure: { en: expect.stringMatching(/illegal data address/) },
    });
  });

  it('of a unit that is silent are asked once', async () => {
    const box = new RelayUnit(places, []);
    box.off = true;
    const { line, asked } = lineTo(box);
    const told = await runOn(line, [output(0), output(1)], 1000);
    expect(told).toMatchObject([
      { value: null, bytes: null, failure: timeout.detail },
      { value: null, bytes: null },
    ]);
    expect(asked).toHaveLength(1);
  });

  it('are values of registers, of one word or two', async () => {
    const box = new RelayUnit([], [8, 9, 10]);
    const words = Buffer.alloc(4);
    words.writeFloatBE(40.5);
    box.registers.set(8, words.readUInt16BE(0)).set(9, words.readUInt16BE(2)).set(10, 780);
    const wide = output(8, { readFunction: '3', adjusts: true, valueType: 'f32', scale: 1 });
    const narrow = output(10, { readFunction: '3', adjusts: true, valueType: 'u16', scale: 0.1 });
    const { line, asked } = lineTo(box);
    expect((await runOn(line, [wide, narrow], 1000)).map(({ value }) => value)).toEqual([40.5, 78]);
    expect(asked).toHaveLength(1);
  });
});

it("what waits for a line is read in one turn; a channel that is another process's tells nothing", async () => {
  const box = new RelayUnit(places, []);
  closed(box, 2);
  const { line, asked } = lineTo(box);
  let begin = (): void => {};
  const free = new Promise<void>((resolve) => (begin = resolve));
  const collector = {
    onLine: (id: number, act: (line: Line) => unknown) => (id === 7 ? free.then(() => act(line)) : undefined),
  } as unknown as Collector;
  const reader = new LineReader(collector);
  const reads = [reader.read(output(2), 1000), reader.read(output(3), 1000), reader.read(output(9), 1000)];
  begin();
  expect((await Promise.all(reads)).map((one) => one?.value)).toEqual([1, 0, 0]);
  expect(asked.map(({ address, count }) => [address, count])).toEqual([[2, 2], [9, 1]]); // prettier-ignore
  expect(await reader.read(output(2, { channelId: 8 }), 1000)).toBeUndefined();
});

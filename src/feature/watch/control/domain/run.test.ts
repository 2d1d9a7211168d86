import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf, runsOf } from './run.ts';
import type { Wiring } from './wiring.ts';

const output = fc.record({
  way: fc.constantFrom('1', '1', '1', '3'),
  unitAddress: fc.integer({ min: 1, max: 2 }),
  readFunction: fc.constantFrom('1', '3'),
  readAddress: fc.integer({ min: 0, max: 400 }).map(String),
  adjusts: fc.boolean(),
  valueType: fc.constantFrom('u16', 'f32', null),
});

const bankOf = ({ way, unitAddress, readFunction }: Wiring): string =>
  `${way} ${unitAddress} ${readFunction}`;

it('each output is in one run, and a run reads no place that is not of one of its outputs', () => {
  fc.assert(
    fc.property(fc.array(output, { maxLength: 300 }), (list) => {
      const outputs = list as unknown as readonly Wiring[];
      const runs = runsOf(outputs, (one) => one);
      expect(new Set(runs.flat())).toEqual(new Set(outputs));
      expect(runs.flat()).toHaveLength(outputs.length);
      for (const run of runs) {
        expect(new Set(run.map(bankOf)).size).toBe(1);
        if (run[0]?.way === '3') expect(run).toHaveLength(1);
        const places = new Set(
          run.flatMap((one) => {
            const { address, count } = placeOf(one);
            return Array.from({ length: count }, (_, i) => address + i);
          }),
        );
        expect(Math.max(...places) - Math.min(...places) + 1).toBe(places.size);
        expect(places.size).toBeLessThanOrEqual(125);
      }
    }),
  );
});

it('outputs side by side are one run, in whatever order they were asked for; a gap begins another', () => {
  const at = (address: number, unitAddress = 1): Wiring =>
    ({ way: '1', unitAddress, readFunction: '1', readAddress: String(address) }) as Wiring;
  const [a, b, c, far, other] = [at(2), at(0), at(1), at(4), at(3, 2)];
  expect(runsOf([a, far, b, other, c], (one) => one)).toEqual([[b, c, a], [far], [other]]);
});

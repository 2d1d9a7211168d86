import { type Wiring, wordsOf } from './wiring.ts';

/** Places of one read at most: registers, of which no more fit into an answer (Modbus application protocol 1.1b3, 6.3). */
const MOST_PLACES = 125;

/** Where an output is read, in places of its unit: coils or registers. */
export interface Place {
  readonly address: number;
  readonly count: number;
}

export const placeOf = (wiring: Wiring): Place => ({
  address: Number(wiring.readAddress),
  count: wordsOf(wiring),
});

/**
 * Outputs of one channel that one read tells of: they lie side by side in one unit, behind the same function. No place
 * that none of them stands for is read with them. The relay of a meter is alone.
 * @returns each output in exactly one run, the runs in the order of their first output
 */
export function runsOf<T>(outputs: readonly T[], wiringOf: (output: T) => Wiring): readonly (readonly T[])[] {
  const known = outputs.map((output, rank) => {
    const wiring = wiringOf(output);
    const bank = wiring.way === '1' ? `${wiring.unitAddress}/${wiring.readFunction}` : `alone ${rank}`;
    return { output, rank, bank, ...placeOf(wiring) };
  });
  const runs: { bank: string; from: number; end: number; of: typeof known }[] = [];
  const sorted = known.toSorted((a, b) => (a.bank === b.bank ? a.address - b.address : a.bank < b.bank ? -1 : 1)); // prettier-ignore
  for (const one of sorted) {
    const last = runs.at(-1);
    const end = one.address + one.count;
    if (last?.bank === one.bank && one.address <= last.end && end - last.from <= MOST_PLACES) {
      last.of.push(one);
      last.end = Math.max(last.end, end);
    } else runs.push({ bank: one.bank, from: one.address, end, of: [one] });
  }
  const rankOf = ({ of }: { of: typeof known }): number => Math.min(...of.map(({ rank }) => rank));
  return runs.toSorted((a, b) => rankOf(a) - rankOf(b)).map(({ of }) => of.map(({ output }) => output));
}

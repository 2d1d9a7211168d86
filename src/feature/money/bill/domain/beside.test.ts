import { describe, expect, it } from 'vitest';
import { besideOf } from './beside.ts';

const row = <I extends string>(item: I) => ({ item }) as const;

describe('an invoice beside the lines of a bill', () => {
  it('stands at the line that it is about', () => {
    const { ofLine, others, total } = besideOf(
      ['energy1', 'energy3', 'energy4', 'actual', 'powerFactor', 'fee7'],
      [row('total'), row('fee'), row('basic'), row('energy4'), row('energy1')],
    );
    expect([...ofLine].map(([key, { item }]) => `${key} ${item}`)).toEqual([
      'energy1 energy1',
      'energy4 energy4',
      'actual basic',
      'fee7 fee',
    ]);
    expect(others).toEqual([]);
    expect(total).toEqual(row('total'));
  });

  it('says of several lines, and of none, for itself', () => {
    const { ofLine, others, total } = besideOf(
      ['energy32026-01-01', 'energy32026-01-15', 'energy0', 'contract', 'over', 'funds'],
      [row('energy'), row('energy3'), row('energy5'), row('basic'), row('funds'), row('reverse')],
    );
    expect([...ofLine.keys()]).toEqual(['funds']);
    expect(others.map(({ item }) => item)).toEqual(['energy3', 'energy5', 'energy', 'basic', 'reverse']);
    expect(total).toBeNull();
  });

  it('takes no line of the first fee for one of the eleventh, no energy of a period for another', () => {
    expect([...besideOf(['energy1', 'energy12026-01-01'], [row('energy2')]).ofLine]).toEqual([]);
    expect(besideOf(['fee1', 'fee11'], [row('fee')]).others).toHaveLength(1);
  });

  it('lets one row alone stand at a line', () => {
    const { ofLine, others } = besideOf(['energy3'], [row('energy'), row('energy3')]);
    expect(ofLine.get('energy3')).toEqual(row('energy3'));
    expect(others).toEqual([row('energy')]);
  });
});

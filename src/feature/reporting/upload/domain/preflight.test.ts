import { describe, expect, it } from 'vitest';
import { FLAG } from '#contract/usageFlag.ts';
import { parseDecimal } from '#domain/decimal/decimal.ts';
import { type Rule, RULES, type VerdictLevel } from '../contract.ts';
import { type Computed, type Hold, holdOf } from './figure.ts';
import { type Candidate, type Situation, verdictsOf } from './preflight.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2018, 6, 4, 16);
const NOW = FROM + 2 * DAY;

/** A figure of 3,522.44 kWh that may be sent. */
const figure = (more: Partial<Computed> = {}): Computed => ({
  item: {
    id: 1,
    name: 'Electricity',
    dataCode: '0000000002330020',
    statType: '1',
    scope: '1',
    inputType: '1',
    energyClassCode: '02',
    energyTypeCode: '3300',
    ownRatio: null,
    least: null,
    most: null,
  },
  period: { from: FROM, to: FROM + DAY },
  raw: parseDecimal('3522.44'),
  unit: { unit: '万千瓦时', decimals: 4, ratio: '1.229' },
  sentText: '0.3522',
  ratioText: '1.229',
  coverage: 1,
  flags: 0,
  parts: [],
  lack: null,
  ...more,
});

const candidate = (of: Computed, more: Partial<Candidate> = {}): Candidate => ({
  figures: [{ figure: of, hold: holdOf(of, NOW), sameSent: false }],
  known: 'same',
  overdue: [],
  weekdays: [],
  lastRatio: null,
  days: null,
  ...more,
});

const AT: Situation = {
  statType: '1',
  registered: true,
  keyDays: 20,
  credit: { last: 'G', holds: true },
  dicVersion: '3',
  clockOffsetS: 4,
  slotOpen: true,
  slotText: '02:00–05:00',
  obligatory: { there: 5, of: 5 },
  processShare: '92.0',
  processesExceed: false,
  notSentAnew: 0,
  manager: '/SDNDataUpload/SDNDataUploadManager',
  archive: '/Archive/gaugeVerifyConfigure',
};

/** What is not well: of the item, or of the platform and the enterprise. */
interface Ill {
  readonly figure?: Partial<Computed>;
  readonly item?: Partial<Computed['item']>;
  readonly candidate?: Partial<Candidate>;
  readonly at?: Partial<Situation>;
}
const checked = ({ figure: part = {}, item = {}, candidate: more = {}, at = {} }: Ill) => {
  const whole = figure(part);
  return verdictsOf([candidate({ ...whole, item: { ...whole.item, ...item } }, more)], { ...AT, ...at });
};
/** The verdicts that differ from those of an item and an enterprise that are well. */
const changed = (ill: Ill): [Rule, VerdictLevel, string, number][] => {
  const well = new Map(checked({}).map((one) => [one.rule, one]));
  return checked(ill)
    .filter(({ rule, level }) => well.get(rule)?.level !== level)
    .map(({ rule, level, figure: shown, count }) => [rule, level, shown, count]);
};

const week = ['3000', '3100', '3200'].map(parseDecimal);

describe('the check before reporting', () => {
  it('is of 21 rules, in their order, and passes where all is well', () => {
    const verdicts = checked({});
    expect(verdicts.map(({ rule }) => rule)).toEqual(Object.keys(RULES));
    expect(verdicts.filter(({ level }) => level !== 'ok').map(({ rule, level }) => [rule, level])).toEqual([['P08', 'none']]); // prettier-ignore
  });

  const cases: [name: string, ill: Ill, expected: [Rule, VerdictLevel, string, number]][] = [
    ['not registered', { at: { registered: false, keyDays: null } }, ['P01', 'block', '--', 1]],
    ['the key has ended', { at: { keyDays: -1 } }, ['P01', 'warn', '-1', 0]],
    ['a wrong check character', { at: { credit: { last: '3', holds: false } } }, ['P02', 'block', '3', 1]],
    ['no credit code', { at: { credit: null } }, ['P02', 'block', '--', 1]],
    ['no lists yet', { at: { dicVersion: null } }, ['P03', 'warn', '--', 0]],
    ['never sent to the platform', { candidate: { known: 'never' } }, ['P04', 'warn', '1', 1]],
    ['the platform refused the item', { candidate: { known: 'refused' } }, ['P04', 'block', '1', 1]],
    ['no meter', { figure: { raw: null, sentText: null, lack: { zh: '没有表计', en: 'no meter' } } }, ['P05', 'block', '1', 1]],
    ['verification has run out', { candidate: { overdue: ['G-1'] } }, ['P06', 'warn', '1', 1]],
    ['297 of 2,976 quarters too many lost', { figure: { coverage: 2678 / 2976 } }, ['P07', 'block', '1', 1]],
    ['days are not the month', { candidate: { days: parseDecimal('3300') } }, ['P08', 'warn', '6.3%', 1]],
    ['an end is interpolated', { figure: { flags: FLAG.interpolated } }, ['P09', 'warn', '1', 1]],
    ['below the lowest value', { item: { least: '0.4' } }, ['P10', 'block', '1', 1]],
    ['above the highest value', { item: { most: '0.3' } }, ['P10', 'block', '1', 1]],
    ['unlike the same weekday', { candidate: { weekdays: ['8000', '8100', '7900'].map(parseDecimal) } }, ['P11', 'warn', '1', 1]],
    ['nothing where there was something', { figure: { raw: parseDecimal('0'), sentText: '0.0000' }, candidate: { weekdays: week } }, ['P11', 'warn', '1', 1]],
    ['no coefficient', { figure: { ratioText: null } }, ['P12', 'block', '1', 1]],
    ['the coefficient jumped', { candidate: { lastRatio: '1.600' } }, ['P12', 'warn', '1', 1]],
    ['too long', { figure: { sentText: '1234567890123.45' } }, ['P13', 'block', '1', 1]],
    ['no way into the unit', { figure: { sentText: null } }, ['P13', 'block', '1', 1]],
    ['the period is not over', { figure: { period: { from: FROM, to: NOW + 1 } } }, ['P15', 'block', '1', 1]],
    ['suspect data', { figure: { flags: FLAG.suspect } }, ['P16', 'block', '1', 1]],
    ['conflicting data', { figure: { flags: FLAG.conflict } }, ['P16', 'block', '1', 1]],
    ['obligatory items are missing', { at: { obligatory: { there: 3, of: 5 } } }, ['P17', 'warn', '3 / 5', 2]],
    ['processes use more than the plant', { at: { processShare: '104.0', processesExceed: true } }, ['P18', 'warn', '104.0%', 0]],
    ['nothing to compare', { at: { processShare: null } }, ['P18', 'none', '--', 0]],
    ['the clock is off', { at: { clockOffsetS: 301 } }, ['P19', 'warn', '+301 s', 0]],
    ['the clock is late', { at: { clockOffsetS: -900 } }, ['P19', 'warn', '-900 s', 0]],
    ['the slot is closed', { at: { slotOpen: false } }, ['P20', 'warn', '02:00–05:00', 0]],
    ['a replaced meter was not sent anew', { at: { notSentAnew: 2 } }, ['P21', 'warn', '2', 2]],
  ]; // prettier-ignore
  it.each(cases)('%s: one rule alone says so, with its number', (_name, ill, expected) => {
    expect(changed(ill)).toEqual([expected]);
  });

  it('stays green at the ends: 90.02 % known, 5 % off, five minutes, a fifth of the coefficient, half of the weekday', () => {
    expect(changed({ figure: { coverage: 2679 / 2976 } })).toEqual([]);
    expect(changed({ candidate: { days: parseDecimal('3522.44') } })).toEqual([['P08', 'ok', '0.0%', 0]]);
    expect(changed({ at: { clockOffsetS: 300 } })).toEqual([]);
    expect(changed({ candidate: { lastRatio: '1.1' } })).toEqual([]);
    expect(changed({ candidate: { weekdays: week } })).toEqual([]);
    // Two weeks are no custom.
    expect(changed({ candidate: { weekdays: ['9000', '9000'].map(parseDecimal) } })).toEqual([]);
  });

  it('counts what was acknowledged as it is, which is skipped', () => {
    const [same] = candidate(figure()).figures;
    const verdicts = verdictsOf([candidate(figure(), { figures: [{ ...(same as { figure: Computed; hold: Hold | null }), sameSent: true }] })], AT); // prettier-ignore
    expect(verdicts.find(({ rule }) => rule === 'P14')).toMatchObject({ level: 'ok', count: 1, figure: '1' });
  });

  it('tells of a rule that holds the number of items that fail it', () => {
    const [well, bad] = [candidate(figure()), candidate(figure({ coverage: 0.5 }))];
    const coverage = verdictsOf([well, bad, bad], AT).find(({ rule }) => rule === 'P07');
    expect(coverage).toMatchObject({ level: 'block', count: 2, figure: '2' });
  });
});

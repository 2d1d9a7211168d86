import { describe, expect, it } from 'vitest';
import type { FigureState } from '#contract/upload.ts';
import { parseDecimal } from '#domain/decimal/decimal.ts';
import { creditCheck } from '#domain/archive/creditCode.ts';
import { Zone } from '#domain/time/zone.ts';
import { decide } from './decide.ts';
import { jitterOf, periodsIn, slotAt, spanOf, statDateText } from './period.ts';
import { daysAgree, threeWorkingDaysAfter } from './preflight.ts';
import { nextOf, reply, sameNumber } from './protocol.ts';
import { decodeA, encodeFigureA } from './protocolA.ts';
import { dashedCode, decodeB, encodeBatchB, encodeFigureB, repliesFor } from './protocolB.ts';
import { pinBlock } from './sm4.ts';
import { addressesIn, sentLevel, unitsIn, wallOf } from './told.ts';
import { listUnitOf, sentRatio, unitFactor } from './unit.ts';
import { decimalText, fixedText, over, percentOff, plus, valueOf } from './value.ts';

const home = new Zone('Asia/Shanghai');
const r = parseDecimal;
const inUnit = (kWh: string): string => fixedText(over(r(kWh), r('10000')) ?? r('0'), 4);

describe('values', () => {
  it('go into the unit of the list and are rounded once, halves away from zero', () => {
    expect(['3522.44', '81674.41', '959640.31', '0.49', '0.5', '-0.5'].map(inUnit)).toEqual([
      '0.3522', '8.1674', '95.9640', '0.0000', '0.0001', '-0.0001',
    ]); // prettier-ignore
  });

  it('are put together of their meters in order; what is missing or divided by nothing is not 0', () => {
    const term = (arithmetic: '1' | '2' | '3' | '4', share: string, value: string | null) => ({
      arithmetic,
      share: r(share),
      value: value === null ? null : r(value),
    });
    const text = (...terms: Parameters<typeof valueOf>[0]): string | null => {
      const value = valueOf(terms);
      return value && decimalText(value, 6);
    };
    expect(text(term('1', '1', '0.1'), term('1', '0.5', '0.4'), term('2', '1', '0.05'))).toBe('0.25');
    expect(text(term('1', '1', '7'), term('3', '2', '3'))).toBe('42');
    expect(text(term('1', '1', '7'), term('4', '1', '-2'))).toBe('-3.5');
    expect(text(term('1', '1', '7'), term('4', '1', '0'))).toBeNull();
    expect(text(term('1', '1', '7'), term('1', '1', null))).toBeNull();
    expect(text()).toBeNull();
  });

  it('have the coefficient of the platform’s unit: 0.1229 kgce/kWh is 1.229 tce for ten thousand kWh', () => {
    const ratio = (kgce: string, base: string, unit: string): string =>
      decimalText(sentRatio(r(kgce), unitFactor(base, unit) ?? r('0')), 6);
    expect(ratio('0.1229', 'kWh', '万千瓦时')).toBe('1.229');
    expect(ratio('1.33', 'm³', '万立方米')).toBe('13.3');
    expect(ratio('34.12', 'GJ', '百万千焦')).toBe('0.03412');
    expect(unitFactor('kWh', '万立方米')).toBeNull();
    expect(listUnitOf('02', '3300', new Map()).unit).toBe('万千瓦时');
    expect(
      listUnitOf('02', '3300', new Map([['3300', { unit: '千瓦时', decimals: 1, ratio: null }]])).decimals,
    ).toBe(1);
  });

  it('of rounded days may differ from the month where the exact ones do not (U4)', () => {
    // July: each day is right, their rounded texts add up to one unit more than the month's, and nothing warns.
    const july = ['2605.50', '2605.50', '2605.97', '3522.44', ...Array.from({ length: 27 }, () => '2605')];
    const days = july.map((kWh) => r(kWh)).reduce(plus);
    expect(decimalText(days, 2)).toBe('81674.41');
    expect(fixedText(july.map((kWh) => r(inUnit(kWh))).reduce(plus), 4)).toBe('8.1675');
    expect(inUnit('81674.41')).toBe('8.1674');
    expect(daysAgree(days, r('81674.41'))).toBe(true);
    expect(percentOff(days, r('81674.41'))).toBe('0.0');
    expect([daysAgree(r('105'), r('100')), daysAgree(r('105.01'), r('100')), daysAgree(r('94.99'), r('100'))]).toEqual([
      true, false, false,
    ]); // prettier-ignore
  });
});

describe('periods', () => {
  it('begin where the site’s day, month and year do', () => {
    const july = spanOf(home, 2018, 7);
    expect([july.from, july.to].map((t) => statDateText(home, t))).toEqual([
      '2018-07-01 00:00:00',
      '2018-08-01 00:00:00',
    ]);
    expect(periodsIn(home, '1', july.from, july.to)).toHaveLength(31);
    expect(periodsIn(home, '0', july.from, july.to)).toHaveLength(2976);
    expect(periodsIn(home, '2', july.from + 1, july.to)).toEqual([]);
    expect(periodsIn(home, '3', july.from, july.to)).toEqual([]);
  });

  it('of a day on which clocks change have 92 or 100 quarters', () => {
    const berlin = new Zone('Europe/Berlin');
    const spring = periodsIn(
      berlin,
      '1',
      berlin.startOfDate(2026, 3, 29),
      berlin.startOfDate(2026, 3, 30),
    )[0];
    expect(periodsIn(berlin, '0', spring?.from ?? 0, spring?.to ?? 0)).toHaveLength(92);
  });

  it('have a slot, over midnight too, and a stable place in it', () => {
    const hour = 3_600_000;
    const at = home.startOfDate(2026, 5, 2) + 1 * hour;
    const slot = slotAt(home, '22:00', 4 * hour, at);
    expect([at >= slot.from, at < slot.to]).toEqual([true, true]);
    expect(jitterOf(7, 4 * hour)).toBe(jitterOf(7, 4 * hour));
    expect([1, 2, 3, 99].every((id) => jitterOf(id, 4 * hour) < hour && jitterOf(id, 4 * hour) >= 0)).toBe(
      true,
    );
  });

  it('three working days after a Thursday is the Tuesday', () => {
    expect(threeWorkingDaysAfter(0)).toBe(5);
  });
});

describe('what replies say', () => {
  const figure = {
    dataCode: '0000000002330020', dataValue: '0.3522', convertRation: '1.229', scope: '1', inputType: '4',
    statType: '1', statDate: '2018-07-05 00:00:00', uploadDate: '2018-07-06 02:00:00',
  } as const; // prettier-ignore

  it('of protocol A: codes as numbers or texts, and whatever else comes', () => {
    const outcome = (status: number, body: string) => decodeA(status, body).outcome;
    expect(outcome(200, '{"responseCode":200,"data":{"platformTime":"2018-07-06 02:00:01"}}')).toBe(
      'accepted',
    );
    expect(outcome(200, '{"responseCode":"200","responseMessage":7,"data":null}')).toBe('accepted');
    expect(outcome(200, '{"responseCode":401}')).toBe('keyExpired');
    expect(outcome(401, '')).toBe('keyExpired');
    expect(outcome(429, 'x')).toBe('later');
    expect(outcome(500, '{"responseCode":500}')).toBe('unknown');
    expect(outcome(500, '{"responseCode":200}')).toBe('unknown');
    expect(outcome(200, '<html>')).toBe('unknown');
    // What another server says is not told to who typed its address.
    for (const decode of [decodeA, decodeB])
      for (const said of [decode(200, 'secret {"a":1}'), decode(500, '{"secret":"x"}')])
        expect(JSON.stringify(said)).not.toContain('secret');
    expect(outcome(200, '{"responseCode":200,"data":{')).toBe('unknown');
    expect(outcome(200, '{"responseCode":{"a":1}}')).toBe('unknown');
    expect(outcome(200, '{"responseCode":1012,"responseMessage":"no"}')).toBe('refused');
    expect(outcome(301, '{"responseCode":200}')).toBe('refused');
    expect(decodeA(200, '{"responseCode":1007,"data":{"dataValue":0.3522}}')).toMatchObject({
      outcome: 'duplicate',
      platformValue: '0.3522',
    });
    expect(
      decodeA(200, `{"responseCode":1012,"responseMessage":"a\\u202eb\\nc${'x'.repeat(900)}"}`).message,
    ).toHaveLength(200);
  });

  it('of protocol B: of all, of each that is named, and of none that is not', () => {
    expect(dashedCode(figure.dataCode)).toBe('00-00-0000-023300-20');
    const one = encodeFigureB(figure);
    expect(JSON.parse(encodeBatchB({ deviceId: 'D"1', enterpriseCode: 'E' }, [one, one]))).toMatchObject({
      deviceId: 'D"1',
      data: [{ dataCode: '00-00-0000-023300-20', valid: true }, { statType: '1' }],
    });
    const named = (responseCode: string) => ({ dataCode: '00-00-0000-023300-20', statDate: figure.statDate, statType: 1, responseCode }); // prettier-ignore
    const say = (results: unknown) => decodeB(200, JSON.stringify({ responseCode: '0', results }));
    const outcome = (answer: ReturnType<typeof decodeB>) => repliesFor(answer, [figure])[0]?.outcome;
    expect(outcome(say(null))).toBe('accepted');
    expect(outcome(say([named('1010')]))).toBe('refused');
    expect(outcome(say([{ ...named('0'), statDate: 'x' }]))).toBe('unknown');
    expect(outcome(say('x'))).toBe('accepted');
    expect(outcome(decodeB(200, 'oops'))).toBe('unknown');
    // A fault that names no figure of ours, or a line that cannot be read: which of them it is nobody knows.
    expect(outcome(say([{ ...named('1010'), statDate: 'x' }]))).toBe('unknown');
    const other = { ...figure, statDate: '2018-07-06 00:00:00' };
    const mixed = say([named('1010'), { dataCode: figure.dataCode, statDate: null }]);
    expect(repliesFor(mixed, [figure, other]).map((one) => one.outcome)).toEqual(['refused', 'unknown']);
    // It took the rest.
    expect(repliesFor(say([named('1010')]), [figure, other]).map((one) => one.outcome)).toEqual([
      'refused',
      'accepted',
    ]);
  });

  it('is followed: a duplicate is good with the same value, or where ours may have arrived', () => {
    const next = (outcome: Parameters<typeof reply>[0], platformValue: string | null, again: boolean) =>
      nextOf(reply(outcome, { platformValue }), { attempts: 1, again, sent: '0.3520' }).state;
    expect(next('duplicate', '0.352', false)).toBe('acknowledged');
    expect(next('duplicate', '0.353', true)).toBe('refused');
    expect(next('duplicate', null, true)).toBe('acknowledged');
    expect(next('duplicate', null, false)).toBe('refused');
    expect(next('later', null, false)).toBe('waiting');
    expect(next('later', null, true)).toBe('unknown');
    const waits = [1, 2, 3, 4, 5].map((attempts) =>
      nextOf(reply('unknown'), { attempts, again: true, sent: '1' }),
    );
    expect(waits.map((one) => ('afterS' in one ? one.afterS : 0))).toEqual([30, 120, 600, 3600, null]);
    expect([sameNumber('0.3520', '.352'), sameNumber('-0', '0'), sameNumber('', '0'), sameNumber('1e3', '1000')]).toEqual([
      true, true, false, false,
    ]); // prettier-ignore
  });

  it('tells addresses, units and times in whatever shape', () => {
    expect(addressesIn({ enterpriseDataURL: 'https://a/b', centerDataURL: 7, other: 'https://x' })).toEqual({
      enterpriseDataURL: 'https://a/b',
    });
    expect(
      unitsIn({
        EnergyTypeUnitCollectCodes: [
          { code: '0000', complexUnit: '吨标准煤', complexPrecision: '2' },
          { code: '3300', qualityUnit: '万千瓦时', qualityPrecision: 4, collectRatio: 1.229 },
          { code: '1500', qualityUnit: 'x', qualityPrecision: 99 },
          { code: 'bad' },
          null,
        ],
      }),
    ).toEqual([
      { code: '0000', unit: '吨标准煤', decimals: 2, ratio: null },
      { code: '3300', unit: '万千瓦时', decimals: 4, ratio: '1.229' },
      { code: '1500', unit: 'x', decimals: 4, ratio: null },
    ]);
    expect(wallOf('2018-07-06 02:00:01 123')).toBe(Date.UTC(2018, 6, 6, 2, 0, 1));
    expect([wallOf('soon'), wallOf(null)]).toEqual([null, null]);
    expect(['1', '2', '3', '6', null].map(sentLevel)).toEqual(['3', '2', '1', '1', '1']);
  });

  it('is asked for with these bytes', () => {
    expect(encodeFigureA('E', { regVersion: '1', dicVersion: '3' }, figure)).toBe(
      '{"enterpriseCode":"E","regVersion":"1","dicVersion":"3","dataCode":"0000000002330020","dataValue":"0.3522",' +
        '"convertRation":"1.229","valid":"1","scope":"1","inputType":"4","statType":"1","statDate":"2018-07-05 00:00:00",' +
        '"uploadDate":"2018-07-06 02:00:00"}',
    );
    expect(pinBlock('123456')).toBe('06123456FFFFFFFF');
    expect(() => pinBlock('123456789012345')).toThrow(RangeError);
    expect(() => pinBlock('密码')).toThrow(RangeError);
  });

  it('credit codes have their check characters (U6)', () => {
    expect([creditCheck('91430000712178424'), creditCheck('91350100M000100Y4')]).toEqual(['G', '3']);
  });
});

describe('what a batch does with a figure', () => {
  const kept = (state: FigureState, more = {}) => ({
    id: 5,
    revision: 1,
    state,
    sentText: '0.3522',
    priorText: null,
    priorRatioText: null,
    ratioText: '1.229',
    attempts: 1,
    ...more,
  });
  const want = (sentText: string | null = '0.3522', held = false) => ({ sentText, ratioText: '1.229', held });

  it('never sends the same twice, and settles first what may have arrived', () => {
    expect(decide(undefined, want(), false)).toMatchObject({ act: 'insert', revision: 1 });
    expect(decide(kept('acknowledged'), want('0.35220'), true).act).toBe('skip');
    expect(decide(kept('acknowledged'), want('0.3523'), false)).toEqual({
      act: 'insert',
      revision: 2,
      supersedes: 5,
      prior: '0.3522',
    });
    expect(decide(kept('acknowledged'), want('0.3523', true), false).act).toBe('skip');
    expect(decide(kept('unknown'), want('0.3523'), true).act).toBe('carry');
    expect(decide(kept('waiting'), want('0.3523'), false).act).toBe('carry');
    expect(decide(kept('waiting', { attempts: 0 }), want('0.3523'), false).act).toBe('replace');
    expect(decide(kept('refused'), want(), false).act).toBe('skip');
    expect(decide(kept('refused'), want(), true).act).toBe('replace');
    const revised = (priorRatioText: string) =>
      kept('waiting', { attempts: 0, revision: 2, priorText: '0.35220', priorRatioText });
    expect(decide(revised('1.2290'), want(), false).act).toBe('withdraw');
    // Made for another coefficient it is no withdrawal.
    expect(decide(revised('1.1'), want(), false).act).toBe('replace');
    expect(decide(kept('acknowledged', { ratioText: '1.2290' }), want(), false).act).toBe('skip');
    expect(decide(kept('superseded'), want('0.3523'), false)).toMatchObject({ act: 'insert', revision: 2 });
  });
});

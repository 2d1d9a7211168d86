import { expect, test } from 'vitest';
import { projectDemand } from '#domain/demand/projection.ts';
import { MINUTE_MS as MINUTE } from '#domain/time/duration.ts';
import { tellingOf } from './guardWatch.ts';

const kW = (value: number): bigint => BigInt(value) * 1_000_000n;
const guard = { guardName: '进线需量', guardNameEn: 'Demand of the infeed' };
const window = { from: 0, to: 15 * MINUTE, energy: 0n };
const reported = (power: number, limit: number, knownTo = MINUTE) =>
  tellingOf(guard, projectDemand({ ...window, knownTo, power: kW(power) }, kW(limit)), kW(limit));

test('below the limit people are warned by its share: there is nothing to shed', () => {
  expect(reported(83_469, 82_000)).toEqual({
    level: 2,
    text: {
      zh: '进线需量：本时段预计 77,904 kW，为限值 82,000 kW 的 95%',
      en: 'Demand of the infeed: this window projected at 77,904 kW, 95% of the limit 82,000 kW',
    },
  });
});

test('across the limit it is an alarm, with what keeps it: never too little by rounding', () => {
  expect(reported(54_000, 34_000)).toEqual({
    level: 3,
    text: {
      zh: '进线需量：本时段预计 50,400 kW，限值 34,000 kW，需降 17,572 kW，持续 14 分钟',
      en: 'Demand of the infeed: this window projected at 50,400 kW, limit 34,000 kW; shed 17,572 kW for 14 minutes',
    },
  });
  expect(reported(10_000, 500, 14 * MINUTE).text.en).toMatch(/; shed [\d,]+ kW for 1 minute$/);
});

import { expect, it } from 'vitest';
import { COMPARE_CODES } from '#feature/energy/comparison/domain/compareCode.ts';
import { CHARGE_CODES } from '#feature/money/charge/contract.ts';
import { codeWord } from '#feature/money/charge/domain/codeWord.ts';
import { STANDARD_ITEMS } from '#feature/meters/collector/domain/dlt645/item.ts';
import { guessCode } from '#feature/meters/dataInput/domain/header.ts';
import { boundOf } from '#domain/fold/plausible.ts';
import { NOON } from '#test/build/noon.ts';
import { codeIndex, COST_CODES, dataCode, ENERGY_CODES, CODES } from './dataCode.ts';
import { byPeriodOrNone, isCodeShown, isShown, type Period, PERIOD_NUMBERS, PERIODS } from './period.ts';
import { periodRules } from './periodRule.ts';
import { PRICE_FIELDS } from '#resource/price/priceField.ts';
import { INVOICE_ITEMS } from '#resource/price/priceInvoice.ts';

/** Every list of tariff periods, and how it names one. */
const LISTS: Readonly<Record<string, (period: Period) => boolean>> = {
  'data codes': (period) => dataCode(`EPI${period}`)?.code === `PP${period}`,
  'columns of readings': (period) => CODES.columns.includes(`pp${period}`),
  energies: (period) => (ENERGY_CODES as readonly string[]).includes(`PP${period}`),
  costs: (period) => (COST_CODES as readonly string[]).includes(`CZ${period}`),
  prices: (period) => `price${period}` in PRICE_FIELDS,
  'items of invoices': (period) => `energy${period}` in INVOICE_ITEMS,
  'codes of charge charts': (period) =>
    [`PP${period}`, `CZ${period}`].every((code) => (CHARGE_CODES as readonly string[]).includes(code)),
  'words of charge charts': (period) => codeWord(`CZ${period}`).zh.startsWith(PERIODS[period].zh),
  'codes that are compared': (period) =>
    [`PP${period}`, `CZ${period}`].every((code) => code in COMPARE_CODES),
  'rated power': (period) => boundOf(`PP${period}`, 1n) === 1n,
  'DL/T 645-2007': (period) =>
    STANDARD_ITEMS[2007].some(
      ({ identifier, code }) => identifier === `00010${period}00` && code === `PP${period}`,
    ),
  'DL/T 645-1997': (period) =>
    STANDARD_ITEMS[1997].some(
      ({ identifier, code }) => identifier === `901${period}` && code === `PP${period}`,
    ),
  'heads of files in Chinese': (period) => guessCode(`${PERIODS[period].zh}段电量`) === `PP${period}`,
  'heads of files in English': (period) => guessCode(`${PERIODS[period].en} energy kWh`) === `PP${period}`,
};

it.each(Object.entries(LISTS))('%s know every tariff period', (_, knows) => {
  expect(PERIOD_NUMBERS.filter((period) => !knows(period))).toEqual([]);
});

it('has five, each named, and shows the fifth where it is found', () => {
  expect(PERIOD_NUMBERS).toEqual([1, 2, 3, 4, 5]);
  expect(PERIOD_NUMBERS.filter((period) => isShown(period, false))).toEqual([1, 2, 3, 4]);
  expect(PERIOD_NUMBERS.filter((period) => isShown(period, true))).toEqual(PERIOD_NUMBERS);
  expect(['PP', 'PP5', 'CZ5', 'RCZ'].map((code) => isCodeShown(code, false))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(byPeriodOrNone((period) => period)).toEqual({ 0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 });
  expect(codeIndex('epi5')).toBe(codeIndex('PP5'));
});

it('takes rules with every period and no other', () => {
  expect(periodRules.safeParse(NOON).success).toBe(true);
  const wrong = JSON.parse(JSON.stringify(NOON).replaceAll('"period":5', '"period":6')) as unknown;
  expect(periodRules.safeParse(wrong).success).toBe(false);
});

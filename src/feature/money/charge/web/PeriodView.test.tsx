import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { CHARGE_CODES } from '../contract.ts';
import { PeriodView } from './PeriodView.tsx';
import { texts } from './texts.ts';

const none = Object.fromEntries(CHARGE_CODES.map((code) => [code, null]));
const hour = (time: string, from: number, amounts: object) => ({ ...none, time, from, price: null, coverage: 100, flags: [], ...amounts }); // prettier-ignore
const before = { CZ: null, price: null, change: null, why: null };
const statistics = { name: 'W', begin: '2026-01-05', end: '2026-01-05', unit: 'kWh', timeZone: 'Asia/Shanghai', amounts: none, averagePrice: null, priceBefore: before, unpriced: 0, coverage: 100, flags: [], before, yearBefore: before }; // prettier-ignore

/** The rows of the detail, without the column of the data's quality. */
async function details(rows: readonly object[]): Promise<string[][]> {
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('getDayDetails')
      ? rows
      : path.includes('getChargeChart')
        ? { periodCode: 2, date: '2026-01-05', timeZone: 'Asia/Shanghai', series: [] }
        : statistics,
  }));
  await drawAt(
    '/',
    <PeriodView who={{ orgId: 1 }} mode="day" date="2026-01-05" what="CZ" onOpen={() => {}} />,
    { phrases: { charge: texts } },
  );
  await screen.findByRole('button', { name: '00:00' });
  const [head, ...body] = screen.getAllByRole('row').filter((row) => within(row).queryAllByRole('cell').length > 3 || within(row).queryAllByRole('columnheader').length > 3); // prettier-ignore
  return [
    within(head as HTMLElement).getAllByRole('columnheader').map((cell) => cell.textContent ?? ''), // prettier-ignore
    ...body.map((row) => within(row).getAllByRole('cell').map((cell) => cell.textContent ?? '')), // prettier-ignore
  ];
}

test('a tariff period that an hour is not in is blank; where the cost of the hour is not known it is missing', async () => {
  const [, valley, unknown] = await details([
    hour('00:00', 0, { CZ: 16.4, CZ4: 16.4, PP: 56, price: 0.29 }),
    hour('01:00', 3_600_000, {}),
  ]);
  expect(valley?.slice(1, 7)).toEqual(['16.40', '', '', '', '16.40', '56.00']);
  expect(unknown?.slice(1, 7)).toEqual(['--', '--', '--', '--', '--', '--']);
});

test('what cannot be compared is missing and says why, whatever the change would be', async () => {
  answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('getDayDetails')
      ? []
      : path.includes('getChargeChart')
        ? { periodCode: 2, date: '2026-01-05', timeZone: 'Asia/Shanghai', series: [] }
        : {
            ...statistics,
            amounts: { ...none, CZ: 608, PP: 1000 },
            before: { CZ: 100, price: 0.1, change: null, why: 'coverageBefore' },
            yearBefore: { CZ: 304, price: 0.3, change: 1, why: null },
          },
  }));
  await drawAt(
    '/',
    <PeriodView who={{ orgId: 1 }} mode="month" date="2026-01" what="CZ" onOpen={() => {}} />,
    { phrases: { charge: texts } },
  );
  const why = await screen.findByTitle(NOT_COMPARABLE.coverageBefore.en);
  expect(why).toHaveTextContent('--');
  expect(why).not.toHaveTextContent('%');
  expect(document.body).toHaveTextContent('+100.0%');
});

test('what was credited for reverse energy has a column where there was some', async () => {
  const [without] = await details([hour('00:00', 0, { CZ: 1, PP: 1 })]);
  expect(without?.join('|')).not.toMatch(/Credit/i);
});

test('reverse energy that was credited is shown', async () => {
  const [head, row] = await details([hour('00:00', 0, { CZ: 1, PP: 1, RCZ: 0.5 })]);
  expect(head?.join('|')).toMatch(/Credit/i);
  expect(row).toContain('0.50');
});

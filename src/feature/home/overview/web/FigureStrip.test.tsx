import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { texts as homeTexts } from '#feature/home/roleHome/web/texts.ts';
import { drawAt } from '#web/resource/testBed.tsx';
import { FigureStrip, type FigureStripProps } from './FigureStrip.tsx';
import { texts } from './texts.ts';

const waiting = { data: undefined, isError: false } as const;
const common = {
  answers: { figures: waiting } as unknown as FigureStripProps['answers'],
  energy: 'Electricity',
  date: '2026-01-15',
  today: '2026-01-15',
  onOpen: () => {},
};
const options = { phrases: { overview: texts, roleHome: homeTexts } };
const labels = (): string[] =>
  within(screen.getAllByRole('list')[0] as HTMLElement)
    .getAllByRole('listitem')
    .map((one) => one.textContent);

test('whoever may not see prices has the strip of energy, and no second one', async () => {
  await drawAt(
    '/',
    <>
      <FigureStrip {...common} money={null} which="first" />
      <FigureStrip {...common} money={null} which="rest" />
    </>,
    options,
  );
  await screen.findByText('Electricity today');
  expect(screen.getAllByRole('list')).toHaveLength(1);
  expect(labels()).toEqual([
    'Electricity today',
    'Electricity yesterday',
    'Month to date',
    'Year to date',
    'Peak demand today',
    'Highest 15 min of the year',
  ]);
});

const moneyThat = (isError: boolean) =>
  ({
    ...waiting,
    isError,
    error: new Error('Something went wrong, request 7'),
    refetch: () => {},
  }) as unknown as FigureStripProps['money'];

test('the places of money stand before it has come', async () => {
  await drawAt('/', <FigureStrip {...common} money={moneyThat(false)} which="first" />, options);
  await screen.findByText('Cost today');
  expect(labels()).toEqual([
    'Electricity today',
    'Cost today',
    'Mean price today',
    'Peak demand, month',
    'Month to date',
    'Year to date',
  ]);
});

test('money that fails says so and gives energy its places back', async () => {
  await drawAt('/', <FigureStrip {...common} money={moneyThat(true)} which="first" />, options);
  expect(await screen.findByRole('alert')).toHaveTextContent('request 7');
  expect(labels()).toHaveLength(6);
  expect(screen.queryByText('Cost today')).toBeNull();
});

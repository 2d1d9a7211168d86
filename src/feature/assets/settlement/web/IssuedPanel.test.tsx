import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { IssuedSettlement } from '../contract.ts';
import { kept, statement } from '../domain/statementSample.ts';
import { IssuedPanel } from './IssuedPanel.tsx';
import { texts } from './texts.ts';

const show = async (changes: Partial<IssuedSettlement>) => {
  const { issued } = statement;
  if (!issued) throw new Error('the sample is of a kept month');
  const of = { ...issued, differences: [], shares: [], causes: [], ...changes };
  await drawAt('/', <IssuedPanel issued={of} statement={{ ...statement, settlement: kept }} />, {
    language: 'en',
    phrases: { settlement: texts },
  });
};

test('a kept month of which nothing has changed says so', async () => {
  await show({});
  expect(await screen.findByText('The same as computed now')).toBeInTheDocument();
});

test('shares that are others, and what has changed without another amount, are no same month', async () => {
  const [, customer] = statement.issued?.shares ?? [];
  await show({ shares: customer ? [customer] : [] });
  const row = within(await screen.findByRole('row', { name: /Share of the customer/ }));
  expect(row.getByText('+10.75')).toBeInTheDocument();
  expect(screen.queryByText('The same as computed now')).toBeNull();
});

test('a cause is shown though no amount is another', async () => {
  await show({ causes: [{ zh: '电价', en: 'Prices changed' }] });
  expect(await screen.findByText('Prices changed')).toBeInTheDocument();
  expect(screen.queryByText('The same as computed now')).toBeNull();
});

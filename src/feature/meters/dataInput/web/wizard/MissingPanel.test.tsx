import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { Missing } from '../../contract.ts';
import { texts } from '../texts.ts';
import { MissingPanel } from './MissingPanel.tsx';

const looking = { language: 'en', phrases: { dataInput: texts } } as const;
const nothing: Missing = { values: 0, there: 0, gapCount: 0, listed: 0, gaps: [], series: [], seriesCount: 0, unjudged: 0, fileId: null }; // prettier-ignore
const meter = { meterId: 1, ammeterCode: 'E-1', ammeterName: 'Line', code: 'PP' };
const one = {
  ...meter,
  values: 9,
  step: 900,
  mixed: false,
  intervalSeconds: 900,
  missing: 0,
  there: 0,
  gaps: 0,
};

const show = (missing: Missing) =>
  drawAt('/', <MissingPanel missing={missing} importDataId={7} zone="Asia/Shanghai" />, looking);

test('a file of which no value was taken lacks nothing that could be told', async () => {
  await show(nothing);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('that nothing is missing is said of a file whose step is known', async () => {
  await show({ ...nothing, series: [one], seriesCount: 1 });
  expect(screen.getByText('No value is missing')).toBeInTheDocument();
});

test('else that it is not known', async () => {
  await show({ ...nothing, series: [{ ...one, step: null }], seriesCount: 1, unjudged: 1 });
  expect(screen.getByText('What is missing is not known')).toBeInTheDocument();
  expect(screen.getByText(/1 of meter and code without a step/)).toBeInTheDocument();
});

test('gaps are turned page by page, each with what the database has of it', async () => {
  const gaps = Array.from({ length: 12 }, (_, i) => ({
    ...meter,
    from: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
    to: new Date(Date.UTC(2026, 0, 1 + i, 2)).toISOString(),
    missing: 7,
    there: [0, 3, 7][i % 3] ?? 0,
  }));
  await show({ ...nothing, values: 84, there: 40, gapCount: 12, listed: 12, gaps, series: [{ ...one, missing: 84, gaps: 12 }], seriesCount: 1, fileId: 3 }); // prettier-ignore
  expect(screen.getByText('40 of them in the database already')).toBeInTheDocument();
  const rows = () => screen.getByRole('table', { name: 'Gaps' }).querySelectorAll('tbody tr');
  expect([...rows()].slice(0, 3).map((row) => row.lastElementChild?.textContent)).toEqual([
    'none',
    '3 there',
    'all there',
  ]);
  expect(rows()).toHaveLength(10);
  await userEvent.click(screen.getByTitle('2'));
  expect(rows()).toHaveLength(2);
  expect(rows()[1]).toHaveTextContent('2026-01-12 08:00');
});

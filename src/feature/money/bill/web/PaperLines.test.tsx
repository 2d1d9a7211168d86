import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import { texts as ui } from '#web/ui/texts.ts';
import type { BillPaper, BillView } from '../contract.ts';
import { PaperHead } from './PaperHead.tsx';
import { PaperLines } from './PaperLines.tsx';
import { texts } from './texts.ts';

const at = (text: string): number => Date.parse(`${text}:00+08:00`);
const text = (en: string) => ({ zh: en, en });
const line = { unit: 'kW', price: 32, inputs: text('Based on'), opens: null };

const bill = {
  measureAccount: 'A',
  orgName: 'Works',
  schemeName: 'Industry',
  month: '2024-02',
  from: at('2024-02-01T00:00'),
  to: at('2024-03-01T00:00'),
  timeZone: 'Asia/Shanghai',
  rows: [
    {
      ...line,
      key: 'energy0',
      item: text('Energy'),
      quantity: 90,
      amount: 90,
      doubtful: false,
      atLeast: false,
    },
    { ...line, key: 'actual', item: text('Demand'), quantity: 400, amount: 12_800, doubtful: true, atLeast: true }, // prettier-ignore
  ],
  energy: 90,
  total: 12_890,
  averagePrice: null,
  demandMissing: false,
  doubtfulLines: [
    {
      part: 'demand',
      reason: 'proven',
      lines: ['actual'],
      text: text('Registers prove more'),
      remedy: text('Import the readings'),
      spans: [
        { from: at('2024-02-05T08:00'), to: at('2024-02-05T12:00'), ammeterId: 1, ammeterName: 'Main' },
      ],
      more: 2,
    },
    {
      part: 'powerFactor',
      reason: 'reactive',
      lines: [],
      text: text('Different spans'),
      remedy: text('Connect the reactive register'),
      spans: [
        { from: at('2024-02-06T00:00'), to: at('2024-02-08T00:00'), ammeterId: null, ammeterName: null },
      ],
      more: 0,
    },
  ],
  issued: null,
  invoice: null,
  unfinished: false,
} as unknown as BillView;

test('the paper names every doubt with its lines, its span and what to do, and says at least', async () => {
  const paper = { bill, letterhead: { orgName: 'Works', orgCode: 'W', address: null, phone: null }, capacity: null, contractDemand: null } as unknown as BillPaper; // prettier-ignore
  const shown = (
    <>
      <PaperHead paper={paper} logo={null} />
      <PaperLines bill={bill} />
    </>
  );
  await drawAt('/', shown, { phrases: { bill: texts, ui } });
  expect(await screen.findByText(texts.ownSumLeast.en)).toHaveTextContent('12,890.00');
  const rows = screen.getAllByRole('row');
  expect(rows[1]).not.toHaveTextContent('≥');
  expect(rows[2]).toHaveTextContent(/Demand1≥ 400 kW32≥ 12,800.00/);
  expect(rows[3]).toHaveTextContent('≥ 12,890.00');
  const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  for (const part of [
    'Demand',
    'Registers prove more',
    'Main 2024-02-05 08:00',
    '12:00',
    'and 2 more',
    'What to do: Import the readings',
  ])
    // prettier-ignore
    expect(first).toHaveTextContent(part);
  expect(within(second).getByText(texts.part_powerFactor.en)).toBeInTheDocument();
  for (const part of ['Different spans', '2024-02-06', '2024-02-08', 'Connect the reactive register'])
    expect(second).toHaveTextContent(part);
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import type { CellValue } from '#contract/analysis.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { AnalysisTable } from '#web/analysisFrame/AnalysisTable.tsx';
import { ComparePanel } from '#feature/energy/comparison/web/ComparePanel.tsx';
import { demand } from './demand.ts';
import { texts } from '#web/analysisFrame/texts.ts';

const looking = { phrases: { analysisFrame: texts } };
const nothing = (): void => {};
const text = (en: string) => ({ zh: en, en });

const answerOf = (part: Pick<AnalysisAnswer, 'columns' | 'rows'>): AnalysisAnswer =>
  ({ figures: [], interval: '115', ...part }) as unknown as AnalysisAnswer;
const row = (key: string, cells: Readonly<Record<string, CellValue>>) => ({
  key,
  cells,
  coverage: 100,
  flags: [],
});
const bodyRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr.ant-table-row')];

test('a pass rate is written as its hundredfold', async () => {
  const answer = answerOf({
    columns: [
      { key: 'time', label: text('Time'), kind: 'clock' },
      { key: 'rate', label: text('Pass rate'), kind: 'share' },
    ],
    rows: [row('1', { time: '2024-03-01', rate: 0.9876 }), row('2', { time: '2024-03-02', rate: null })],
  });
  await drawAt('/', <AnalysisTable answer={answer} only={undefined} openAt={null} onOpen={nothing} onObject={nothing} />, looking); // prettier-ignore
  await screen.findByText('2024-03-01');
  const [known, unknown] = bodyRows();
  expect(known).toHaveTextContent('98.8%');
  expect(unknown).toHaveTextContent('--');
});

test('above the standard only: the windows that are, all of them on one page', async () => {
  const rows = Array.from({ length: 96 }, (_, i) =>
    row(String(i), { time: `w${i}`, value: i, over: i >= 30 ? i - 29 : null }),
  );
  const answer = answerOf({
    columns: [
      { key: 'time', label: text('Time'), kind: 'clock' },
      { key: 'value', label: text('Demand'), kind: 'amount', unit: 'kW' },
    ],
    rows,
  });
  await drawAt('/', <AnalysisTable answer={answer} only={demand.only} openAt={null} onOpen={nothing} onObject={nothing} />, looking); // prettier-ignore
  await screen.findByText('w0');
  expect(bodyRows()).toHaveLength(50);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Above the standard only' }));
  await waitFor(() => expect(bodyRows()).toHaveLength(66));
  expect(screen.queryByText('w29')).toBeNull();
  expect(screen.getByText('w95')).toBeInTheDocument();
  expect(document.querySelector('.ant-pagination')).toBeNull();
});

test('the report of a comparison is shown, and put away by a press', async () => {
  let release: (answer: object) => void = nothing;
  answerCalls(() => new Promise<object>((resolve) => (release = resolve)));
  await drawAt(
    '/',
    <ComparePanel
      answer={answerOf({ columns: [], rows: [] })}
      params={{ orgId: 1 }}
      onOpen={vi.fn()}
      onObject={vi.fn()}
    />,
    looking,
  );
  await screen.findByRole('heading', { name: 'Summary' });
  expect(document.querySelector('.ant-spin')).not.toBeNull();
  const one = { key: 'm1', title: 'Furnace', unit: 'kWh', sum: 30, avg: 10, max: 12, min: 8, same: 30, sameCount: 3, count: 3 }; // prettier-ignore
  release({ code: 200, message: '', data: { table: [one], series: {} } });
  const cells = await waitFor(() => {
    const [first] = bodyRows();
    return within(first as HTMLElement).getAllByRole('cell');
  });
  expect(cells.slice(0, 5).map((cell) => cell.textContent)).toEqual([
    'Furnace',
    '30.0 kWh',
    '10.0 kWh',
    '12.0 kWh',
    '8.0 kWh',
  ]);
  await waitFor(() => expect(document.querySelector('.ant-spin-spinning')).toBeNull());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show report' }));
  expect(bodyRows()).toEqual([]);
});

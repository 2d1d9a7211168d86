import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { CellValue } from '#contract/analysis.ts';
import { answerOf } from '#web/analysisFrame/testBed.ts';
import { AnalysisTable } from '#web/analysisFrame/AnalysisTable.tsx';
import { demand } from './demand.ts';
import { texts } from '#web/analysisFrame/texts.ts';

const looking = { phrases: { analysisFrame: texts } };
const nothing = (): void => {};
const text = (en: string) => ({ zh: en, en });

const row = (key: string, cells: Readonly<Record<string, CellValue>>) => ({
  key,
  cells,
  coverage: 100,
  flags: [],
});
const bodyRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr.ant-table-row')];

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

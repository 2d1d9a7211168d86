import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { CellValue } from '#contract/analysis.ts';
import { answerOf } from './testBed.ts';
import { AnalysisTable } from './AnalysisTable.tsx';
import { texts } from './texts.ts';

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

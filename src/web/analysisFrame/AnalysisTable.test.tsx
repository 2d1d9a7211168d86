import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { drawAt } from '#web/resource/testBed.tsx';
import type { CellValue } from '#contract/analysis.ts';
import { NOT_COMPARABLE } from '#contract/notComparable.ts';
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

test('a row that is not over says -- and why in place of a change', async () => {
  const answer = answerOf({
    columns: [
      { key: 'time', label: text('Time'), kind: 'clock' },
      { key: 'previousChange', label: text('Change'), kind: 'change' },
    ],
    rows: [
      { ...row('1', { time: '2024-03-01', previousChange: 0.5 }), why: {} },
      { ...row('2', { time: '2024-03-02', previousChange: null }), unfinished: true, why: { previousChange: NOT_COMPARABLE.running } }, // prettier-ignore
    ],
  });
  await drawAt('/', <AnalysisTable answer={answer} only={undefined} openAt={null} onOpen={nothing} onObject={nothing} />, looking); // prettier-ignore
  await screen.findByText('2024-03-01');
  const [over, running] = bodyRows();
  expect(over).toHaveTextContent('50');
  expect(running).toHaveTextContent('--');
  expect(screen.getByTitle(NOT_COMPARABLE.running.en)).toHaveTextContent('--');
});

const quarters = (standard: number) =>
  answerOf({
    columns: [
      { key: 'time', label: text('Time'), kind: 'clock' },
      { key: 'standard', label: text('Standard'), kind: 'count' },
    ],
    rows: Array.from({ length: 96 }, (_, i) => row(String(i), { time: `w${i}`, standard })),
  });

/** A table whose answer is asked anew: the same rows, then those of another standard. */
function Reloaded() {
  const [answer, setAnswer] = useState(() => quarters(100));
  return (
    <>
      <button type="button" onClick={() => setAnswer({ ...answer, now: answer.now + 1 })}>
        same
      </button>
      <button type="button" onClick={() => setAnswer(quarters(120))}>
        standard
      </button>
      <AnalysisTable answer={answer} only={undefined} openAt={null} onOpen={nothing} onObject={nothing} />
    </>
  );
}

test('fifty points stand on a page; a reload with other figures leads to the first page, one without leaves it', async () => {
  await drawAt('/', <Reloaded />, looking);
  await screen.findByText('w0');
  expect(bodyRows()).toHaveLength(50);
  await userEvent.click(document.querySelector('.ant-pagination-item-2') as Element);
  await waitFor(() => expect(bodyRows()).toHaveLength(46));
  await userEvent.click(screen.getByRole('button', { name: 'same' }));
  expect(screen.getByText('w95')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'standard' }));
  await waitFor(() => expect(bodyRows()).toHaveLength(50));
  expect(screen.getByText('w0')).toBeInTheDocument();
  expect(screen.queryByText('w95')).toBeNull();
});

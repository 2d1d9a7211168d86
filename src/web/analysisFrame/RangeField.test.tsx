import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeNotices, drawAt } from '#web/resource/testBed.tsx';
import type { Interval } from '#contract/interval.ts';
import { fitRange } from '#domain/time/range.ts';
import { CutNote } from './CutNote.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import { texts as ui } from '#web/ui/texts.ts';
import { texts } from './texts.ts';

const TODAY = '2024-03-15';

afterEach(closeNotices);

async function bed(interval: Interval): Promise<{ seen: object[]; boxes: HTMLInputElement[] }> {
  const seen: object[] = [];
  function Bed() {
    const [range, set] = useState({ begin: '2024-03-01', end: '2024-03-05' });
    return (
      <RangeField
        interval={interval}
        {...range}
        today={TODAY}
        onChange={(next) => {
          seen.push(next);
          set(next);
        }}
      />
    );
  }
  await drawAt('/', <Bed />, { phrases: { analysisFrame: texts, ui } });
  const boxes = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLInputElement>('.ant-picker-range input')];
    expect(found).toHaveLength(2);
    return found;
  });
  return { seen, boxes };
}

/** Types first and last day, each ended with Enter. */
async function type([first, last]: HTMLInputElement[], from: string, to: string): Promise<void> {
  for (const [box, text] of [
    [first, from],
    [last, to],
  ] as const) {
    if (!box) continue;
    await userEvent.click(box);
    await userEvent.clear(box);
    await userEvent.type(box, `${text}{Enter}`);
  }
}

test('a range that is too long for its interval is handed on: the screen says what it shows of it', async () => {
  const { seen, boxes } = await bed('201');
  await type(boxes, '2024-01-01', '2024-03-10');
  await waitFor(() => expect(seen.at(-1)).toEqual({ begin: '2024-01-01', end: '2024-03-10' }));
});

test('what cannot be shown is said, and what can be is a button', async () => {
  const onChange = vi.fn();
  const range = fitRange('115', { begin: '2024-01-01', end: '2024-03-10' }, TODAY, ['115', '301']);
  await drawAt('/', <CutNote range={range} onChange={onChange} />, { phrases: { analysisFrame: texts, ui } });
  const note = await screen.findByRole('status');
  expect(note).toHaveTextContent('end time cannot exceed 2024-01-15; shown: 2024-01-01 to 2024-01-15');
  const [latest, coarser] = within(note).getAllByRole('button');
  await userEvent.click(latest as HTMLElement);
  await userEvent.click(coarser as HTMLElement);
  expect(onChange.mock.calls.map(([part]) => part as object)).toEqual([
    { begin: '2024-02-25', end: '2024-03-10', span: undefined },
    { begin: '2024-01-01', end: '2024-03-10', span: undefined, interval: '301' },
  ]);
});

test('a range that fits is taken as it is, without a word', async () => {
  const { seen, boxes } = await bed('301');
  await type(boxes, '2024-01-01', '2024-03-10');
  await waitFor(() => expect(seen.at(-1)).toEqual({ begin: '2024-01-01', end: '2024-03-10' }));
});

test('days that have not come cannot be chosen', async () => {
  const { boxes } = await bed('301');
  await userEvent.click(boxes[1] as HTMLElement);
  const cell = (day: string) => document.querySelector(`td[title="${day}"]`);
  await waitFor(() => expect(cell(TODAY)).not.toBeNull());
  expect(cell(TODAY)).not.toHaveClass('ant-picker-cell-disabled');
  expect(cell('2024-03-16')).toHaveClass('ant-picker-cell-disabled');
});

test('an emptied box changes nothing', async () => {
  const { seen, boxes } = await bed('301');
  const [first] = boxes;
  await userEvent.click(first as HTMLElement);
  await userEvent.clear(first as HTMLElement);
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await waitFor(() => expect(first).toHaveValue('2024-03-01'));
  expect(seen).toEqual([]);
});

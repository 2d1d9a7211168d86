import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import { answerOf } from '#web/analysisFrame/testBed.ts';
import { ComparePanel } from './ComparePanel.tsx';
import { texts } from '#web/analysisFrame/texts.ts';

const looking = { phrases: { analysisFrame: texts } };
const nothing = (): void => {};

const bodyRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr.ant-table-row')];

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

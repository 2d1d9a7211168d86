import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { answerOf } from '#web/analysisFrame/testBed.ts';
import { DemandActions } from './DemandActions.tsx';

const looking = {
  language: 'zh',
  as: { ...session, funCodes: ['analysis.demandStandard.edit'] },
} as const;

const answer = answerOf({
  columns: [{ key: 'value', label: { zh: '需量', en: 'Demand' }, kind: 'amount', unit: 'kW' }],
  rows: [{ key: '1', cells: { standard: 100 }, coverage: 100, flags: [] }],
});
const params = { orgId: 1001, dataAmmeterId: null, end: '2024-03-01', pass: '103' };
const nothing = (): void => {};
const ok = (data: unknown): object => ({ code: 200, message: '', data });
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name, hidden: true }));

/** What the page has asked for before: it must be asked again once the line is set. */
const SHOWN = [
  ['analysis', 'demand', { interval: '115' }],
  ['analysis', 'demand', 'time', params],
  ['analysis', 'quality', { interval: '301' }],
];
const show = (): void => SHOWN.forEach((key) => queryClient.setQueryData(key, {}));
const stale = (): boolean[] => SHOWN.map((key) => queryClient.getQueryState(key)?.isInvalidated ?? false);

test('a reference value of demand that is set closes the dialog, says so, and has the page asked anew', async () => {
  let refuse = true;
  const calls = answerCalls(() =>
    refuse ? { code: 400, message: '次大线不能高于最大线', data: null, field: 'second' } : ok({}),
  );
  await drawAt(
    '/',
    <DemandActions answer={answer} params={params} onOpen={nothing} onObject={nothing} />,
    looking,
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: '设置标准' }));
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(within(dialog).getByLabelText(/标准线/)).toHaveValue('100');
  await userEvent.clear(within(dialog).getByLabelText(/标准线/));
  await userEvent.type(within(dialog).getByLabelText(/标准线/), '120');
  await press('确认');
  expect(await screen.findByText('次大线不能高于最大线')).toBeInTheDocument();
  expect(screen.queryByText('设置基准值成功')).toBeNull();
  expect(stale()).toEqual([false, false, false]);
  refuse = false;
  await press('确认');
  expect(await screen.findByText('设置基准值成功')).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await waitFor(() => expect(stale()).toEqual([true, true, true]));
  expect(calls.at(-1)).toMatchObject({
    path: '/api/analysis/demand/setStandard',
    params: { orgId: '1001', standard: '120', max: '', second: '' },
  });
});

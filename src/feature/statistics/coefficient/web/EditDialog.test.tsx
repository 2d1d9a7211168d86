import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import type { CoefficientRow } from '../contract.ts';
import { EditDialog } from './EditDialog.tsx';
import { texts } from './texts.ts';

const rows = [
  { dt: '2024', dataType: '1', name: '电', unit: 'kWh', coal: null, carbon: null },
] as unknown as readonly CoefficientRow[];
const TABLES = [
  ['archive', 'coefficient', 'getYearData', { orgId: 1001, start: '2022', end: '2024' }],
  ['archive', 'coefficient', 'getMonthData', { orgId: 1001, dt: '2024' }],
];

test('a refused coefficient shows what the server says and stays; a saved one closes and has year and month asked anew', async () => {
  const refusal = '系数不能早于 1900 年';
  const reply = vi.fn(() => ({ code: 400, message: refusal, data: null }) as object);
  const calls = answerCalls(reply);
  const onClose = vi.fn();
  await drawAt('/', <EditDialog orgId={1001} rows={rows} today="2024-03-01" onClose={onClose} />, {
    language: 'zh',
    phrases: { coefficient: texts },
  });
  for (const key of TABLES) queryClient.setQueryData(key, []);
  const stale = (): boolean[] => TABLES.map((key) => queryClient.getQueryState(key)?.isInvalidated ?? false);
  await userEvent.type(await screen.findByLabelText(/^电 碳/), '0.5');
  const save = (): Promise<void> =>
    userEvent.click(screen.getByRole('button', { name: '保存', hidden: true }));
  await save();
  expect(await screen.findByRole('alert', { hidden: true })).toHaveTextContent(refusal);
  expect(onClose).not.toHaveBeenCalled();
  expect(stale()).toEqual([false, false]);
  reply.mockReturnValue({ code: 200, message: '', data: null });
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await screen.findByText('修改成功')).toBeInTheDocument();
  await waitFor(() => expect(stale()).toEqual([true, true]));
  expect(JSON.parse(calls.at(-1)?.params['json'] ?? '')).toEqual([
    { orgId: 1001, dataType: '1', type: '2', dt: '2024-01-01', factor: 0.5 },
  ]);
});

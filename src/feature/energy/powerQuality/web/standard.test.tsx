import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queryClient } from '#web/api/queryClient.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { answerOf } from '#web/analysisFrame/testBed.ts';
import { QualityActions } from './QualityActions.tsx';

const looking = {
  language: 'zh',
  as: { ...session, funCodes: ['analysis.qualityStandard.edit'] },
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

test('a qualified line that is set closes the dialog, says so, and has the trend asked anew', async () => {
  const calls = answerCalls(({ path }) =>
    ok(
      path.includes('getStandard') ? { ammeterId: 12, ammeterName: '进线', own: { powerStandard: 0.9 } } : {},
    ),
  );
  await drawAt(
    '/',
    <QualityActions answer={answer} params={params} onOpen={nothing} onObject={nothing} />,
    looking,
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: '设置标准' }));
  const box = await screen.findByLabelText(/功率因数下限/);
  await userEvent.clear(box);
  await userEvent.type(box, '0.95');
  await press('确认');
  expect(await screen.findByText('设置合格线成功')).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  await waitFor(() => expect(stale()).toEqual([true, true, true]));
  expect(calls.find(({ path }) => path.endsWith('setPowerStandard'))?.params).toEqual({
    dataAmmeterId: '12',
    standard: '0.95',
  });
});

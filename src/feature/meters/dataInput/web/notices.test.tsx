import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt } from '#web/resource/testBed.tsx';
import type { InputMeter } from './calls.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { StatisticsDialog } from './StatisticsDialog.tsx';
import { texts } from './texts.ts';

const looking = { language: 'zh', phrases: { dataInput: texts } } as const;
const meter = {
  id: 12,
  code: 'E-100',
  name: '进线',
  dataType: '1',
  zone: 'Asia/Shanghai',
  unit: 'kWh',
} as unknown as InputMeter;
const refused = { code: 400, message: '数值不能小于 0', data: null, field: 'value' };
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name, hidden: true }));

test('a value that was entered says 录入成功, a refused one does not', async () => {
  const reply = vi.fn(() => refused as object);
  const calls = answerCalls(reply);
  await drawAt('/', <EntryDialog consumerId={1001} meters={[meter]} onClose={vi.fn()} />, looking);
  const box = (name: string) => document.querySelector<HTMLInputElement>(`#dataEntry_${name}`) as HTMLElement;
  await waitFor(() => expect(box('time')).not.toBeNull());
  await userEvent.click(box('time'));
  await userEvent.type(box('time'), '2024-03-01 08:00{Enter}');
  await userEvent.type(box('value'), '12.5');
  await press('保存');
  expect(await screen.findByText('数值不能小于 0')).toBeInTheDocument();
  expect(screen.queryByText('录入成功')).toBeNull();
  reply.mockReturnValue({ code: 200, message: '', data: {} });
  await press('保存');
  expect(await screen.findByText('录入成功')).toBeInTheDocument();
  expect(calls.at(-1)).toMatchObject({
    path: '/api/sdata/importData/insert',
    params: { consumerId: '1001', ammeterId: '12', dataCode: 'PP', value: '12.5' },
  });
});

test('statistics that were started say so', async () => {
  const calls = answerCalls(() => ({ code: 200, message: '', data: { taskId: 1, meters: 1 } }));
  const onClose = vi.fn();
  await drawAt('/', <StatisticsDialog consumerId={1001} onClose={onClose} />, looking);
  await screen.findByRole('heading', { name: '运行统计', hidden: true });
  await press('开始');
  expect(await screen.findByText('已开始统计')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalled();
  expect(calls[0]).toMatchObject({
    path: '/api/sdata/importData/runStatistics',
    params: { consumerId: '1001', dtType: 'month', dt: expect.stringMatching(/^\d{4}-\d{2}$/) },
  });
});

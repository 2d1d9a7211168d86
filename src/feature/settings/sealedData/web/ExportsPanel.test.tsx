import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import type { ReadingExport, ReadingExports } from '../contract.ts';
import { ExportsPanel } from './ExportsPanel.tsx';
import { texts as sessionTexts } from '#web/session/texts.ts';
import { texts } from './texts.ts';

const one: ReadingExport = {
  id: 4,
  before: '2024-03-01',
  state: 'ready',
  createdBy: 'operator',
  createdAt: 1_770_000_000_000,
  removedBy: null,
  removedAt: null,
  rows: 1000,
  values: 2000,
  meters: 3,
  goneMeters: 0,
  files: 2,
  bytes: 12_000,
  keptBytes: 12_000,
  freedBytes: 0,
};

async function drawPanel(
  list: readonly ReadingExport[],
  may = true,
  reply: object = {},
): Promise<SentCall[]> {
  const data: ReadingExports = { keepYears: 2, due: '2024-03', latest: '2025-11', list };
  const calls = answerCalls(({ path }) => {
    if (path.includes('readingExport/getList')) return { code: 200, message: '', data };
    return path.includes('task/') ? { code: 200, message: '', data: { list: [] } } : reply;
  });
  await drawAt('/', <ExportsPanel consumerId={1001} name="铸造厂" />, {
    language: 'zh',
    phrases: { sealedData: texts, session: sessionTexts },
    as: { ...session, funCodes: may ? ['readingExport.edit'] : [] },
  });
  await screen.findByText(/原始读数保留 2 年/);
  return calls;
}

const press = (name: string): boolean => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement); // prettier-ignore

test('taking out says what it does and asks for the own password before it is sent', async () => {
  const calls = await drawPanel([one], true, { code: 200, message: '', data: { taskId: 9 } });
  press('移出读数');
  await screen.findByText(/2024-04-01 之前的用量保持不变并不再变动/);
  press('移出读数');
  await screen.findByText('必填');
  expect(calls.some(({ path }) => path.includes('readingExport/remove'))).toBe(false);
  await userEvent.type(screen.getByLabelText(/您的密码/), 'secret');
  press('移出读数');
  await screen.findByText('已加入任务');
  const sent = calls.find(({ path }) => path.includes('readingExport/remove'));
  expect(sent?.params).toMatchObject({ id: '4', password: 'secret' });
});

test('a refusal of the server stands in the dialog, which stays', async () => {
  await drawPanel([one], true, { code: 400, message: '您自己的密码不正确，还可尝试 4 次', data: null, field: 'password' }); // prettier-ignore
  press('移出读数');
  await userEvent.type(await screen.findByLabelText(/您的密码/), 'wrong');
  press('移出读数');
  await screen.findByText('您自己的密码不正确，还可尝试 4 次');
});

test('what may be done follows from what is in files, and from the right', async () => {
  await drawPanel([{ ...one, state: 'removed', goneMeters: 2, keptBytes: 0, freedBytes: 5000 }]);
  screen.getByText('2 / 3 块表计已移出');
  screen.getByRole('button', { name: '移出读数' });
  screen.getByRole('button', { name: '导回读数' });
  expect(screen.queryByRole('button', { name: '删除副本' })).toBeNull();
});

test('whoever only sees is offered no act', async () => {
  await drawPanel([one], false);
  expect(screen.queryByRole('button', { name: '转存为文件' })).toBeNull();
  expect(screen.queryByRole('button', { name: '移出读数' })).toBeNull();
  screen.getByRole('button', { name: '文件' });
});

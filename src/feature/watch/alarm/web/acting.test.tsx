import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import type { AlarmRow } from '../contract.ts';
import { ActBox } from './ActBox.tsx';
import { ratesQuery } from './calls.ts';
import { BulkBar } from './event/BulkBar.tsx';
import { texts } from './texts.ts';

const row: AlarmRow = {
  id: 7,
  recordName: '电流高',
  consumerId: 1001,
  siteId: 2,
  siteName: '熔化车间',
  timeZone: 'Asia/Shanghai',
  ammeterId: 5,
  ammeterName: '1# 电弧炉',
  gatewayId: null,
  gatewayName: null,
  signalPointId: null,
  pointName: null,
  alarmId: null,
  watchKind: null,
  alarmType: '1',
  alarmLevel: '1',
  alarmStatus: '1',
  process: '0',
  raisedAt: 1_770_000_000_000,
  clearedAt: null,
  raiseCount: 1,
  chatters: false,
  peakValue: null,
  limitValue: null,
  deadBand: null,
  side: null,
  method: null,
  figure: null,
  dataCode: null,
  unit: '',
  onDelay: null,
  offDelay: null,
  version: null,
  origin: 'manual',
  revision: null,
  revisionInfo: null,
  confirmInfo: null,
  confirmedAt: null,
  confirmedBy: null,
  procInfo: null,
  shelvedUntil: null,
  shelvedFor: null,
};

/** The statistics that stand on the same screen. */
function Statistics() {
  useQuery(ratesQuery({ enterpriseId: 1001 }));
  return null;
}

/** Draws a part beside the statistics for somebody who may confirm; what is changed is answered by `reply`. */
async function drawActing(part: React.ReactNode, reply: object): Promise<SentCall[]> {
  const calls = answerCalls(({ path }) =>
    path.includes('getRates') ? { code: 200, message: '', data: {} } : reply,
  );
  await drawAt(
    '/',
    <>
      <Statistics />
      {part}
    </>,
    {
      language: 'zh',
      phrases: { alarm: texts },
      as: { ...session, funCodes: ['event.alarmRecord.confirm'] },
    },
  );
  return calls;
}

/** At once: a notice may be gone before a press that takes its time is over. */
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const note = (text: string): Promise<void> => userEvent.type(screen.getByLabelText('处理说明'), text);
/** The calls after one of a path. */
const after = (calls: readonly SentCall[], path: string): readonly SentCall[] =>
  calls.slice(calls.findIndex((call) => call.path.endsWith(path)) + 1);

test('confirming sends the record and the note, says 确认成功 and reads the statistics anew', async () => {
  const calls = await drawActing(<ActBox row={row} />, { code: 200, message: '', data: {} });
  await note('已查看');
  press('确认');
  await screen.findByText('确认成功');
  const sent = calls.find(({ path }) => path === '/api/alarm/record/confirm');
  expect(sent?.params).toEqual({ alarmRecordId: '7', confirmInfo: '已查看' });
  await waitFor(() =>
    expect(after(calls, '/confirm').some(({ path }) => path.includes('getRates'))).toBe(true),
  );
});

test('a refused confirmation is reported with the message of the server, and nothing counts as done', async () => {
  const refusal = { code: 409, message: '已由 李伟 确认', data: null, field: 'alarmRecordId' };
  const calls = await drawActing(<ActBox row={row} />, refusal);
  await note('已查看');
  press('确认');
  await screen.findByText('已由 李伟 确认');
  expect(screen.queryByText('确认成功')).toBeNull();
  expect(screen.getByLabelText('处理说明')).toHaveValue('已查看');
  expect(after(calls, '/confirm')).toEqual([]);
});

test('the state of several is sent with ids, state and note, and says 编辑成功', async () => {
  const reply = { code: 200, message: '', data: [7, 8].map((id) => ({ id, ok: true, message: null })) };
  const onDone = vi.fn();
  const rows = [row, { ...row, id: 8 }];
  const calls = await drawActing(<BulkBar rows={rows} onDone={onDone} />, reply);
  await userEvent.click(screen.getByRole('combobox', { name: '处理状态' }));
  await userEvent.click(await screen.findByTitle('处理中'));
  await note('派人处理');
  press('设为该状态');
  await screen.findByText('编辑成功');
  const sent = calls.find(({ path }) => path === '/api/alarm/record/editState');
  expect(sent?.params).toEqual({ ids: '7,8', state: '2', procInfo: '派人处理' });
  expect(onDone).toHaveBeenCalledOnce();
  await waitFor(() =>
    expect(after(calls, '/editState').some(({ path }) => path.includes('getRates'))).toBe(true),
  );
});

test('several that are confirmed say 确认成功; where one was refused each result is told instead', async () => {
  const results = [
    { id: 7, ok: true, message: null },
    { id: 8, ok: false, message: '状态：当前状态不能改为该状态' },
  ];
  const rows = [row, { ...row, id: 8, recordName: '电压低' }];
  const reply = { code: 200, message: '', data: results };
  await drawActing(<BulkBar rows={rows} onDone={() => {}} />, reply);
  await note('已查看');
  press('确认');
  await screen.findByText('状态：当前状态不能改为该状态');
  expect(screen.queryByText('确认成功')).toBeNull();
  results[1] = { id: 8, ok: true, message: null };
  fireEvent.click(screen.getAllByRole('button', { name: '确认', hidden: true })[0] as HTMLElement);
  await screen.findByText('确认成功');
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import type { AlarmRow, OpenAlarms } from '../contract.ts';
import { OpenPanel } from './OpenPanel.tsx';
import { texts } from './texts.ts';

const NOW = 1_770_000_000_000;
const row = (more: Partial<AlarmRow>): AlarmRow =>
  ({
    id: 7,
    recordName: '电流高',
    consumerId: 1001,
    siteName: '熔化车间',
    timeZone: 'Asia/Shanghai',
    ammeterName: '1# 电弧炉',
    pointName: null,
    alarmId: 3,
    watchKind: null,
    alarmLevel: '1',
    alarmStatus: '1',
    process: '0',
    raisedAt: NOW - 600_000,
    clearedAt: null,
    chatters: false,
    peakValue: null,
    limitValue: null,
    dataCode: null,
    method: null,
    unit: '',
    confirmedBy: null,
    shelvedUntil: null,
    shelvedFor: null,
    ...more,
  }) as AlarmRow;

const open = (list: readonly AlarmRow[]): OpenAlarms => ({
  now: NOW,
  list,
  pagination: { current: 1, pageSize: 6, total: list.length && 9 },
  levels: [{ level: '1', open: list.length && 9, unconfirmed: list.length && 8 }],
  sites: [],
  shelved: 0,
  standing: 0,
  oldestAt: null,
  raises: [],
});

async function show(list: readonly AlarmRow[], funCodes: readonly string[]) {
  const calls = answerCalls(({ path }) => {
    // No broker: the list asks by itself.
    if (path.includes('mqtt')) return { code: 500, message: '', data: null };
    return { code: 200, message: '', data: path.includes('getOpen') ? open(list) : null };
  });
  await drawAt('/', <OpenPanel consumerId={1001} />, {
    language: 'zh',
    phrases: { alarm: texts },
    as: { ...session, funCodes: [...funCodes] },
  });
  return calls;
}

test('an alarm is confirmed with a note, and put aside, where it stands', async () => {
  const calls = await show(
    [row({}), row({ id: 8, process: '1', confirmedBy: '张强', ammeterName: '2# 电弧炉' })],
    ['event.alarmRecord.confirm', 'event.alarmRecord.shelve'],
  );
  expect(await screen.findByRole('heading', { name: /未复归告警 9.*未确认 8/ })).toBeInTheDocument();
  const [first, second] = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(second).toHaveTextContent('张强');
  expect(screen.queryByLabelText('处理说明')).toBeNull();
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: '处理 1# 电弧炉 电流高' }));
  expect(within(first as HTMLElement).getByRole('button', { name: '搁置' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '已派人现场' }));
  await userEvent.click(screen.getByRole('button', { name: '确认' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('alarm/record/confirm'))?.params).toMatchObject({
      alarmRecordId: '7',
      confirmInfo: '已派人现场',
    }),
  );
  // What the platform watches is told among the notices.
  expect(calls.find(({ path }) => path.includes('getOpen'))?.path).toContain('without=watch');
});

test('who may only look reads the alarms and has nothing to press', async () => {
  await show([row({})], []);
  expect(await screen.findByRole('link', { name: /1# 电弧炉/ })).toHaveAttribute(
    'href',
    expect.stringContaining('record=7'),
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test('where nothing is open it says so', async () => {
  await show([], []);
  expect(await screen.findByText('没有未复归的告警')).toBeInTheDocument();
});

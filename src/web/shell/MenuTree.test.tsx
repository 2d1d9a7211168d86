import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { texts as alarmTexts } from '#feature/watch/alarm/web/texts.ts';
import { texts as noticeTexts } from '#feature/house/notice/web/texts.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import Bell from './Bell.tsx';
import { MenuTree } from './MenuTree.tsx';

const node = (funCode: string, funName: string, url: string | null, children: object[] = []): object => ({
  funId: 1,
  funCode,
  funName,
  url,
  className: null,
  iconName: null,
  place: url === null ? 'menu' : null,
  children,
});
const MENU = [
  node('hxyweb', 'Platform', null, [
    node('Watch', 'Alarms and control', null, [
      node('Watch.M', 'Monitor', null, [node('m', 'Monitor', '/m')]),
    ]),
    node('Energy', 'Energy', null, [node('Energy.A', 'Analysis', null, [node('a', 'Analysis', '/a')])]),
  ]),
];
const CODES = ['hxyweb', 'Watch', 'Watch.M', 'm', 'Energy', 'Energy.A', 'a'];

const open = (unconfirmed: number) => ({
  now: 1_770_000_000_000,
  list: [],
  pagination: { current: 1, pageSize: 5, total: unconfirmed },
  levels: [{ level: '1', open: 12, unconfirmed }],
  sites: [],
  shelved: 0,
  standing: 0,
  oldestAt: null,
  raises: [],
});

async function show(unconfirmed: number, more: readonly string[]) {
  const calls = answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('getAllMenus') ? MENU : path.includes('getOpen') ? open(unconfirmed) : null,
  }));
  await drawAt(
    '/',
    <>
      <Bell />
      <MenuTree collapsed={false} />
    </>,
    {
      phrases: { alarm: alarmTexts, notice: noticeTexts },
      as: { ...session, funCodes: [...CODES, ...more], consumers: [{ orgId: 1001, orgName: 'North works' }] },
    },
  );
  return { calls, wing: await screen.findByRole('button', { name: /^Alarms and control/ }) };
}

test('the entry of alarms says how many nobody has confirmed, by the call of the bell', async () => {
  const { calls, wing } = await show(7, ['event.alarmRecord.view']);
  expect(await within(wing).findByText('7')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Energy' })).not.toHaveTextContent('7');
  expect(calls.filter(({ path }) => path.includes('getOpen'))).toHaveLength(1);
});

test('a hundred and more are not counted out', async () => {
  const { wing } = await show(140, ['event.alarmRecord.view']);
  expect(await within(wing).findByText('99+')).toBeInTheDocument();
});

test('who may not see alarms has no number, and none is asked', async () => {
  const { calls, wing } = await show(7, []);
  expect(wing).toHaveTextContent(/^Alarms and control$/);
  expect(calls.some(({ path }) => path.includes('getOpen'))).toBe(false);
});

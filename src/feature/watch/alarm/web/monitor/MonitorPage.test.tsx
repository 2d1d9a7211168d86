import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import type { OpenAlarms } from '../../contract.ts';
import { texts } from '../texts.ts';
import MonitorPage from './MonitorPage.tsx';

// What the page asks for beside, and may need later, is there before the file ends.
afterAll(() => Promise.all([import('#web/theme/Antd.tsx'), import('../AlarmDetail.tsx')]));

const CONSUMERS = [
  { orgId: 7001, orgName: '北厂' },
  { orgId: 7002, orgName: '南厂' },
];
const SITES: Readonly<Record<string, readonly string[]>> = {
  7001: ['熔化车间', '轧钢车间'],
  7002: ['锅炉房'],
};

const open = (enterprise: string): OpenAlarms => ({
  now: 1_770_000_000_000,
  list: [],
  pagination: { current: 1, pageSize: 200, total: 0 },
  levels: [{ level: '1', open: 2, unconfirmed: 2 }],
  sites: (SITES[enterprise] ?? []).map((siteName, i) => ({
    siteId: Number(enterprise) * 10 + i,
    siteName,
    levels: [{ level: '1', open: 1, unconfirmed: 1 }],
  })),
  shelved: 0,
  standing: 0,
  oldestAt: null,
  raises: Array.from({ length: 12 }, () => 0),
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

test('the list of sites with alarms is that of the enterprise that is chosen, and follows the choice', async () => {
  const calls = answerCalls(({ path }) => {
    // No broker: the page asks by itself.
    if (path.includes('mqtt')) return { code: 500, message: '', data: null };
    const enterprise = new URLSearchParams(path.split('?')[1]).get('enterpriseId') ?? '';
    if (path.includes('getUndelivered')) return { code: 200, message: '', data: [] };
    return { code: 200, message: '', data: path.includes('getOpen') ? open(enterprise) : null };
  });
  const router = await drawAt('/?consumer=7001', <MonitorPage />, {
    language: 'zh',
    phrases: { alarm: texts },
    as: { ...session, consumers: CONSUMERS },
  });
  const names = (): (string | null)[] =>
    within(screen.getByRole('group', { name: '站点' }))
      .getAllByRole('button')
      .map((button) => button.querySelector('b')?.textContent ?? null);
  await screen.findByText('熔化车间');
  expect(names().slice(1)).toEqual(['熔化车间', '轧钢车间']);
  await act(() => router.navigate({ to: '.', search: { consumer: 7002 } as never }));
  await waitFor(() => expect(names().slice(1)).toEqual(['锅炉房']));
  expect(calls.some(({ path }) => path.includes('enterpriseId=7002'))).toBe(true);
});

test('that messages of alarms do not arrive is said over the list, with what the other side says', async () => {
  const mail = {
    channel: 'mail',
    waiting: 3,
    failed: 2,
    since: Date.parse('2026-03-01T06:05:00Z'),
    error: { zh: '无法连接邮件服务器', en: 'The mail server cannot be reached' },
  };
  answerCalls(({ path }) => {
    if (path.includes('mqtt')) return { code: 500, message: '', data: null };
    if (path.includes('getUndelivered')) return { code: 200, message: '', data: [mail] };
    return { code: 200, message: '', data: path.includes('getOpen') ? open('7001') : null };
  });
  await drawAt('/?consumer=7001', <MonitorPage />, {
    language: 'en',
    phrases: { alarm: texts },
    as: { ...session, consumers: CONSUMERS },
  });
  expect(await screen.findByText(/^Mail: 5 message.* of alarms not delivered$/)).toBeTruthy();
  expect(screen.getByText('Since 2026-03-01 14:05. The mail server cannot be reached')).toBeTruthy();
});

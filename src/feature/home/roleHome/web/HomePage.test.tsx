import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { BLOCKS, blocksFor, HOMES, mayBlock } from '#contract/home.ts';
import { MENU, type MenuNode } from '#menu/menu.ts';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import { queryClient } from '#web/api/queryClient.ts';
import type { Session } from '#web/session/session.ts';
import HomePage from './HomePage.tsx';
import { texts as alarmTexts } from '#feature/watch/alarm/web/texts.ts';
import { texts } from './texts.ts';

const works = { orgId: 1001, orgName: 'North works' };

const GUARD = {
  guardId: 5,
  guardName: 'Works',
  orgId: 1001,
  orgName: 'North works',
  timeZone: 'Asia/Shanghai',
  now: 1_770_000_000_000,
  from: 1_770_000_000_000,
  to: 1_770_000_900_000,
  knownTo: 1_770_000_000_000,
  method: { zh: '', en: 'blocks' },
  month: null,
  limit: 900,
  energy: 10,
  power: null,
  basis: 'none',
  projected: null,
  warns: false,
  shed: null,
  shedUntil: null,
  possible: true,
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  getLasting: { now: 0, list: [], count: 0, unseen: 0, endedToday: 3 },
  getGateways: {
    now: 0,
    summary: { online: 0, offline: 0, silent: 0, never: 0 },
    quiet: [],
    quietCount: 0,
    unmapped: [],
    unmappedCount: 0,
    names: 0,
  },
  getOpen: {
    now: 0,
    list: [],
    pagination: { current: 1, pageSize: 6, total: 0 },
    levels: [],
    sites: [],
    shelved: 0,
    standing: 0,
    oldestAt: null,
    raises: [],
  },
  'monitorDiagram/getdatatable': { list: [], pagination: { current: 1, pageSize: 200, total: 0 } },
  'guard/getState': [GUARD],
  getFeeders: { now: 0, list: [], count: 0, known: 0 },
};

interface Opened {
  readonly calls: SentCall[];
  readonly at: () => string;
  readonly go: (to: string) => Promise<void>;
}

/** Draws an address as a person; answers the calls that the page made, and where it is. */
async function open(path: string, as: Partial<Session>): Promise<Opened> {
  const calls = answerCalls(({ path: call }) => ({
    code: 200,
    message: '',
    data: ANSWERS[Object.keys(ANSWERS).find((verb) => call.includes(verb)) ?? ''] ?? null,
  }));
  const router = await drawAt(path, <HomePage />, {
    as: { ...session, consumers: [works], ...as },
    phrases: { roleHome: texts, alarm: alarmTexts },
  });
  return {
    calls,
    at: () => router.state.location.pathname,
    go: (to) => act(() => router.navigate({ to: to as never })),
  };
}

beforeEach(() => {
  queryClient.clear();
});

test('no block shows, and no call asks, what the account has no right to', async () => {
  const { calls } = await open('/home/electrician', { funCodes: [BLOCKS.lasting[0]] });
  expect(await screen.findByText('Nothing is abnormal')).toBeInTheDocument();
  expect(screen.getByText('3 cleared today')).toBeInTheDocument();
  expect(screen.queryByText('Feeders')).toBeNull();
  expect(
    calls.filter(({ path }) => path.includes('/home/')).every(({ path }) => path.includes('getLasting')),
  ).toBe(true);
});

test('a home of which nothing may be seen leads to where log-in leads', async () => {
  const { at } = await open('/home/inspector', { funCodes: ['x'], home: '/elsewhere' });
  await waitFor(() => expect(at()).toBe('/elsewhere'));
});

test('a home that is being left for another page does not lead back', async () => {
  const { at, go } = await open('/home/electrician', {
    funCodes: [BLOCKS.lasting[0]],
    home: '/home/electrician',
  });
  expect(await screen.findByText('Nothing is abnormal')).toBeInTheDocument();
  await go('/SDNCommunication/SDNNotice');
  expect(at()).toBe('/SDNCommunication/SDNNotice');
  expect(screen.getByText('Nothing is abnormal')).toBeInTheDocument();
});

test('where log-in can lead nowhere else it says so', async () => {
  await open('/home/inspector', { funCodes: [], home: '/home/inspector' });
  expect(await screen.findByText('You may not see anything on this home page')).toBeInTheDocument();
});

test('an enterprise without gateways and meters is told what is missing and where it is entered', async () => {
  await open('/home/electrician', { funCodes: [BLOCKS.gateways[0], BLOCKS.feeders[0]] });
  expect(await screen.findByText('No gateway yet')).toBeInTheDocument();
  expect(await screen.findByText('No electricity meter')).toBeInTheDocument();
});

test('the duty desk has open alarms, the diagram and, beside the limits, the way to load shedding', async () => {
  await open('/home/electrician', {
    funCodes: [BLOCKS.alarms[0], BLOCKS.oneLine[0], BLOCKS.demand[0], 'SDNControl.SDNControlShed'],
  });
  expect(await screen.findByText('No alarm is open')).toBeInTheDocument();
  expect(await screen.findByText('No diagram yet')).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: 'Load shedding' })).toHaveAttribute(
    'href',
    expect.stringContaining('/SDNControl/SDNControlShed'),
  );
});

test('without an enterprise every home says so, also that of all enterprises', async () => {
  for (const { url } of HOMES.slice(1)) {
    queryClient.clear();
    const all = Object.values(BLOCKS).flat();
    await open(url, { funCodes: all, consumers: [] });
    expect((await screen.findAllByText('There is no enterprise yet')).length).toBeGreaterThan(0);
  }
});

test('every block asks for function codes of the menu, and every home has a block of its own', () => {
  const codes = new Set<string>();
  const walk = (node: MenuNode): void => {
    codes.add(node.funCode);
    node.children?.forEach(walk);
  };
  walk(MENU);
  for (const code of Object.values(BLOCKS).flat()) expect(codes, code).toContain(code);
  for (const home of HOMES) {
    expect(blocksFor(home, codes)).toEqual(home.blocks);
    expect(blocksFor(home, new Set())).toEqual([]);
  }
  expect(mayBlock('platform', new Set([BLOCKS.platform[1]]))).toBe(true);
});

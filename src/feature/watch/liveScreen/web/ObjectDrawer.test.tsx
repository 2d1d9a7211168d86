import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { texts as alarmTexts } from '#feature/watch/alarm/web/texts.ts';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import type { ObjectDetails, RealData, RealParam, SeriesWire } from '../contract.ts';
import { ObjectDrawer } from './ObjectDrawer.tsx';
import { texts } from './texts.ts';
import type { Thing } from './thing.ts';

// The engine of the charts is still on its way when the last test ends; it must not arrive after the file.
afterAll(async () => void (await import('#web/chart/engineMore.ts')));

const NOW = 1_770_000_000_000;
const WORKS = 7003;

const value = (paramName: string, dataCode: string, ammeterId: number): RealParam => ({
  objCode: 'H1',
  objectId: 7,
  objName: '加热炉',
  entityUrl: null,
  paramName,
  controlType: 'text',
  monitorType: '1',
  monitorItemId: null,
  signalPointId: null,
  ammeterId,
  dataCode,
  unit: 'kW',
});
const told = ({ ammeterId, dataCode, unit }: RealParam, now: number): RealData => ({
  objCode: null,
  paramName: null,
  monitorItemId: null,
  signalPointId: null,
  ammeterId,
  dataCode,
  unit,
  value: now,
  ts: NOW - 5000,
  quality: 'good',
  alarmLevel: null,
  word: null,
});

/** The popup of an object with one value. */
function details(name: string, part: Partial<ObjectDetails>, values: readonly RealParam[], now: number) {
  const all: ObjectDetails = {
    orgId: null,
    ammeterId: null,
    name,
    code: 'H1',
    typeName: null,
    consumerId: WORKS,
    siteId: 2,
    siteName: '熔化车间',
    timeZone: 'Asia/Shanghai',
    path: [],
    meters: [],
    device: null,
    facts: [],
    values,
    datas: values.map((one, i) => told(one, now + i)),
    openAlarms: 0,
    openOrders: 0,
    files: [],
    traces: [],
    now: NOW,
    ...part,
  };
  return all;
}

const meters = [{ ammeterId: 6, ammeterName: '6# 表', dataType: '1' }];
const furnace = details(
  '加热炉',
  { orgId: 7, meters },
  [value('炉功率', 'PZ', 5), value('炉电压', 'UA', 5)],
  412.5,
);
const fan = details('风机', { orgId: 8 }, [value('风机功率', 'PZ', 6)], 18.25);
const meter = details('6# 表', { ammeterId: 6 }, [value('表功率', 'PZ', 6)], 18.25);

const series = (item: string): SeriesWire => ({
  ammeterId: Number(item.split('.')[0]),
  ammeterName: '1# 表',
  dataCode: item.split('.')[1] ?? '',
  label: { zh: item.endsWith('PZ') ? '总有功功率' : 'A 相电压', en: 'Value' },
  unit: 'kW',
  timeZone: 'Asia/Shanghai',
  kind: 'gauge',
  points: [[NOW - 900_000, 401.5]],
  thinnedFrom: null,
  limits: { upperAlarm: null, upperWarning: null, lowerWarning: null, lowerAlarm: null },
  alarms: [],
});

const queryOf = (path: string): URLSearchParams => new URLSearchParams(path.split('?')[1]);

/** Answers the popups and their curves; any popup but the first waits, and curves for `drawn`. */
function answer(wait = Promise.resolve(), drawn = Promise.resolve()): SentCall[] {
  return answerCalls(async ({ path }) => {
    const data = (part: unknown): object => ({ code: 200, message: '', data: part });
    if (path.includes('mqtt')) return { code: 500, message: '', data: null };
    if (path.includes('getObjectDetails') && queryOf(path).get('orgId') === '7') return data(furnace);
    if (path.includes('Details')) {
      await wait;
      return data(path.includes('getMeterDetails') ? meter : fan);
    }
    if (path.includes('getHistoryDatas')) {
      await drawn;
      return data([series(queryOf(path).get('items') ?? '')]);
    }
    if (path.includes('getDataTablePageAnt'))
      return data({
        list: [{ id: 3, recordName: '炉功率高', alarmLevel: '1', timeZone: 'Asia/Shanghai', raisedAt: NOW, clearedAt: null }], // prettier-ignore
        pagination: { current: 1, pageSize: 50, total: 1 },
      });
    return data(null);
  });
}

const looking = {
  language: 'zh',
  phrases: { liveScreen: texts, alarm: alarmTexts },
  as: {
    ...session,
    funCodes: ['SDNMonitoring.MonitoringChart', 'event.alarmRecord.view', 'archive.ammeter.view'],
  },
} as const;
const tab = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('radio', { name, hidden: true }));
const table = (name: string): HTMLElement => screen.getByRole('table', { name, hidden: true });

/** jsdom paints nothing: whatever a chart paints with answers the same. */
const brush = (): unknown =>
  new Proxy(
    {},
    { set: () => true, get: () => () => ({ width: 8, data: [], addColorStop: () => undefined }) },
  );

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(brush as never);
});

test('the popup has the values now, their charts over time, and the table of alarms', async () => {
  const calls = answer();
  await drawAt('/', <ObjectDrawer of={{ orgId: 7 }} onClose={() => {}} />, looking);
  await screen.findByText('炉功率');
  expect(within(table('实时值')).getByText('412.50 kW')).toBeInTheDocument();
  await tab('曲线');
  await waitFor(() => expect(within(table('曲线')).getByText('401.50 kW')).toBeInTheDocument());
  const asked = calls.filter(({ path }) => path.includes('getHistoryDatas'));
  expect(asked.map(({ path }) => queryOf(path).get('items'))).toEqual(['5.PZ']);
  await tab('告警');
  await waitFor(() => expect(within(table('告警')).getByText('炉功率高')).toBeInTheDocument());
  const alarms = calls.find(({ path }) => path.includes('getDataTablePageAnt'));
  expect(queryOf(alarms?.path ?? '').get('monitorId')).toBe('7');
});

/** A screen that opens one popup, closes it and opens another. */
function Screen() {
  const [of, open] = useState<Thing | null>({ orgId: 7 });
  return (
    <>
      <button type="button" onClick={() => open({ orgId: 8 })}>
        打开风机
      </button>
      <button type="button" onClick={() => open(null)}>
        关上
      </button>
      {of && <ObjectDrawer of={of} onClose={() => open(null)} />}
    </>
  );
}

test('a popup that was closed leaves nothing: the next begins without its values and its chart', async () => {
  let release = (): void => {};
  answer(new Promise((resolve) => (release = resolve)));
  await drawAt('/', <Screen />, looking);
  await screen.findByText('炉功率');
  await tab('曲线');
  await waitFor(() => expect(within(table('曲线')).getByText('401.50 kW')).toBeInTheDocument());
  await userEvent.click(screen.getByText('关上'));
  await userEvent.click(screen.getByText('打开风机'));
  await screen.findByLabelText('正在加载');
  for (const word of ['炉功率', '加热炉', '401.50 kW', '412.50 kW'])
    expect(screen.queryByText(word)).toBeNull();
  release();
  await screen.findByText('风机功率');
  expect(within(table('实时值')).getByText('18.25 kW')).toBeInTheDocument();
  expect(screen.queryByRole('table', { name: '曲线', hidden: true })).toBeNull();
});

test('what a popup leads on to begins empty as well, and the way back leads to the first', async () => {
  let release = (): void => {};
  answer(new Promise((resolve) => (release = resolve)));
  await drawAt('/', <ObjectDrawer of={{ orgId: 7 }} onClose={() => {}} />, looking);
  await screen.findByText('炉功率');
  await tab('档案');
  await userEvent.click(await screen.findByRole('button', { name: '6# 表', hidden: true }));
  await screen.findByLabelText('正在加载');
  for (const word of ['炉功率', '加热炉', '412.50 kW']) expect(screen.queryByText(word)).toBeNull();
  release();
  await screen.findByText('表功率');
  await userEvent.click(screen.getByRole('button', { name: '← 返回', hidden: true }));
  await screen.findByText('炉功率');
});

test('the chart says that it is loading until its answer is there', async () => {
  let release = (): void => {};
  answer(undefined, new Promise((resolve) => (release = resolve)));
  await drawAt('/', <ObjectDrawer of={{ orgId: 7 }} onClose={() => {}} />, looking);
  await screen.findByText('炉功率');
  await tab('曲线');
  await screen.findByLabelText('正在加载');
  expect(screen.queryByRole('table', { name: '曲线', hidden: true })).toBeNull();
  release();
  await waitFor(() => expect(within(table('曲线')).getByText('401.50 kW')).toBeInTheDocument());
  expect(screen.queryByLabelText('正在加载')).toBeNull();
});

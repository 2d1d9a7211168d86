import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, drawAt, type SentCall, session } from '#web/resource/testBed.tsx';
import type { CommandWire, ControlPointWire, PointDetail } from '../contract.ts';
import { OperateDialog } from './OperateDialog.tsx';
import { texts } from './texts.ts';

const NOW = 1_770_000_000_000;
const SWITCH = [
  { value: 0, zh: '分', en: 'Off' },
  { value: 1, zh: '合', en: 'On' },
];
const point: ControlPointWire = {
  controlId: 5,
  controlName: '除尘风机',
  controlCode: 'R-1',
  consumerId: 1001,
  siteId: 2,
  siteName: '熔化车间',
  objectId: null,
  objectName: null,
  timeZone: 'Asia/Shanghai',
  adjusts: false,
  unit: null,
  minimum: null,
  maximum: null,
  step: null,
  states: SWITCH,
  twoPersons: false,
  verifySeconds: 5,
  way: null,
  value: 0,
  since: NOW,
  heardAt: NOW,
  failure: null,
  hindrance: null,
  open: null,
  tags: [],
  ammeterId: null,
  ammeterName: null,
  shedPower: null,
};
const detail: PointDetail = {
  point,
  interlocks: [],
  checks: [],
  dependents: [],
  command: null,
  effect: null,
  provenUntil: null,
  now: NOW,
};
const command: CommandWire = {
  commandId: 9,
  controlId: 5,
  controlName: '除尘风机',
  controlCode: 'R-1',
  siteName: '熔化车间',
  timeZone: 'Asia/Shanghai',
  adjusts: false,
  unit: null,
  states: SWITCH,
  target: 1,
  source: 'person',
  state: 'selected',
  reason: null,
  detail: null,
  remark: null,
  twoPersons: false,
  verifySeconds: 5,
  own: true,
  byName: 'A',
  approvedByName: null,
  requestedAt: NOW,
  approvedAt: null,
  selectedAt: NOW,
  selectUntil: NOW + 30_000,
  operatedAt: null,
  operateUntil: null,
  sentAt: null,
  answered: false,
  endedAt: null,
  valueBefore: 0,
  valueAfter: null,
  kwPromised: null,
  kwBefore: null,
  kwAfter: null,
  way: null,
};

/** A server that stands as the test says. */
interface Served {
  point: Partial<ControlPointWire>;
  command: Partial<CommandWire>;
  select?: object;
}

async function drawDialog(served: Served): Promise<SentCall[]> {
  const good = (data: unknown) => ({ code: 200, message: '', data });
  const calls = answerCalls(({ path }) => {
    if (path.includes('/getPoint')) return good({ ...detail, point: { ...point, ...served.point } });
    if (path.includes('/getCommand'))
      return good({ command: { ...command, ...served.command }, steps: [], now: NOW });
    if (path.endsWith('/select'))
      return served.select ?? good({ command, token: 'T', interlocks: [], provenUntil: null, now: NOW });
    return good({ ...command, ...served.command });
  });
  await drawAt('/', <OperateDialog id={5} onClose={() => {}} />, {
    language: 'zh',
    phrases: { control: texts },
    as: { ...session, funCodes: ['archive.iRemoteControl.select', 'archive.iRemoteControl.operate'] },
  });
  return calls;
}

const button = (name: string): Promise<HTMLElement> => screen.findByRole('button', { name });
const sent = (calls: readonly SentCall[], verb: string): readonly SentCall['params'][] =>
  calls.filter(({ path }) => path.endsWith(`/${verb}`)).map(({ params }) => params);

test('selects with a count-down, asks for the password, and tells what to do when nobody answered', async () => {
  const served: Served = { point: {}, command: {} };
  const calls = await drawDialog(served);
  fireEvent.click(await button('选择'));
  expect(await screen.findByRole('timer')).toHaveAccessibleName(/秒后失效|秒失效/);
  const go = await button('执行：合');
  expect(go).toBeDisabled();
  await userEvent.type(screen.getByLabelText('本人密码'), 'secret');
  served.command = { state: 'unknown', reason: 'noAnswer', sentAt: NOW, endedAt: NOW, valueAfter: 1 };
  fireEvent.click(await button('执行：合'));
  expect(await screen.findByText(texts.doUnknown.zh)).toBeVisible();
  expect(sent(calls, 'operate')).toEqual([{ commandId: '9', token: 'T', password: 'secret' }]);
});

test('what is proposed does not turn around while somebody else switches the output', async () => {
  const served: Served = { point: { value: 0 }, command: {} };
  const calls = await drawDialog(served);
  await button('选择');
  served.point = { value: 1 };
  const seen = calls.length;
  await waitFor(() => expect(calls.length).toBeGreaterThan(seen + 1), { timeout: 5000 });
  fireEvent.click(await button('选择'));
  await screen.findByRole('timer');
  expect(sent(calls, 'select').map(({ value }) => value)).toEqual(['1']);
});

test('a refused press is judged anew when it is pressed again', async () => {
  const served: Served = {
    point: {},
    command: {},
    select: { code: 409, message: '联锁条件不满足', data: null },
  };
  const calls = await drawDialog(served);
  fireEvent.click(await button('选择'));
  await screen.findByText('联锁条件不满足');
  delete served.select;
  fireEvent.click(await button('选择'));
  await screen.findByRole('timer');
  const [first, second] = sent(calls, 'select');
  expect(first?.['key']).not.toBe(second?.['key']);
});

test('a value that is set is told as it was entered', async () => {
  const adjusts = { adjusts: true, states: [], unit: null };
  const served: Served = {
    point: { ...adjusts, value: 0.95, minimum: 0.8, maximum: 1 },
    command: { ...adjusts, state: 'mismatch', reason: 'notMoved', target: 0.975, valueBefore: 0.95, valueAfter: 0.949_999_9, endedAt: NOW, sentAt: NOW }, // prettier-ignore
  };
  await drawDialog(served);
  fireEvent.change(await screen.findByLabelText('目标'), { target: { value: '0.975' } });
  fireEvent.click(await button('选择'));
  expect(await screen.findByText('0.975')).toBeVisible();
  expect(screen.getAllByText('0.95')).toHaveLength(2);
});

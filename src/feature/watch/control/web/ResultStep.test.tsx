import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CONTROL_REASONS, type CommandState, type ControlReason } from '#contract/control.ts';
import { drawAt, session } from '#web/resource/testBed.tsx';
import type { CommandWire } from '../contract.ts';
import { ResultStep } from './ResultStep.tsx';
import { texts } from './texts.ts';

const NOW = 1_770_000_000_000;
const command: CommandWire = {
  commandId: 9,
  controlId: 5,
  controlName: '除尘风机',
  controlCode: 'R-1',
  siteName: '熔化车间',
  timeZone: 'Asia/Shanghai',
  adjusts: false,
  unit: null,
  states: [
    { value: 0, zh: '分', en: 'Off' },
    { value: 1, zh: '合', en: 'On' },
  ],
  target: 1,
  source: 'person',
  state: 'verified',
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
  operatedAt: NOW,
  operateUntil: NOW + 10_000,
  sentAt: NOW,
  answered: true,
  endedAt: NOW,
  valueBefore: 0,
  valueAfter: 1,
  kwPromised: null,
  kwBefore: null,
  kwAfter: null,
  way: null,
};

const draw = (part: Partial<CommandWire>) =>
  drawAt('/', <ResultStep command={{ ...command, ...part }} steps={[]} onAgain={() => {}} onClose={() => {}} />, {
    language: 'zh',
    phrases: { control: texts },
    as: session,
  }); // prettier-ignore

/** The three values beside each other: before, command, read back. */
const values = (): (string | null)[] => screen.getAllByRole('definition').map((one) => one.textContent);

interface End {
  readonly state: CommandState;
  readonly reason: ControlReason | null;
  readonly sent: boolean;
  readonly advice: keyof typeof texts;
  readonly shown: readonly string[];
}

test.each<End>([
  { state: 'verified', reason: null, sent: true, advice: 'doVerified', shown: ['分', '合', '合'] },
  { state: 'mismatch', reason: 'notMoved', sent: true, advice: 'doMismatch', shown: ['分', '合', '分'] },
  { state: 'unknown', reason: 'noAnswer', sent: true, advice: 'doUnknown', shown: ['分', '合', '未知'] },
  { state: 'refused', reason: 'tagged', sent: false, advice: 'doRefused', shown: ['分', '合', '--'] },
  { state: 'expired', reason: null, sent: false, advice: 'doExpired', shown: ['分', '合', '--'] },
  { state: 'expired', reason: null, sent: true, advice: 'doNotLeft', shown: ['分', '合', '--'] },
  { state: 'cancelled', reason: null, sent: false, advice: 'doCancelled', shown: ['分', '合', '--'] },
])('an end that is $state ($reason, sent: $sent) says what was read back and what to do', async (end) => {
  const valueAfter = end.shown[2] === '合' ? 1 : end.shown[2] === '分' ? 0 : null;
  await draw({ state: end.state, reason: end.reason, sentAt: end.sent ? NOW : null, valueAfter });
  const result = await screen.findByRole('status');
  expect(result).toHaveTextContent(texts[end.advice].zh);
  if (end.reason) expect(result).toHaveTextContent(CONTROL_REASONS[end.reason].zh);
  expect(values()).toEqual(end.shown);
  expect(screen.getByRole('button', { name: texts.again.zh })).toBeVisible();
});

test('what is under way gives no advice and cannot be begun again', async () => {
  await draw({ state: 'acknowledged', endedAt: null, valueAfter: null });
  const result = await screen.findByRole('status');
  for (const advice of ['doVerified', 'doMismatch', 'doUnknown', 'doRefused'] as const)
    expect(result).not.toHaveTextContent(texts[advice].zh);
  expect(screen.queryByRole('button', { name: texts.again.zh })).toBeNull();
});

test('power that was shed stands beside what was promised', async () => {
  await draw({ kwBefore: 120.4, kwAfter: 20.1, kwPromised: 95 });
  await screen.findByRole('status');
  expect(values().at(-1)).toBe('100.3 / 95 kW');
});

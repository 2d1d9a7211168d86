import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chargeSession } from '#resource/archive/chargeSession.ts';
import { answerCalls, draw } from '#web/resource/testBed.tsx';
import type { SessionCurve } from '../contract.ts';
import { CurveDialog } from './CurveDialog.tsx';
import { texts } from './texts.ts';

const BEGIN = Date.UTC(2026, 0, 5);
const curve: SessionCurve = {
  sessionId: 7,
  pileName: 'Gate',
  connector: 1,
  timeZone: 'Asia/Shanghai',
  begin: BEGIN,
  end: BEGIN + 3_600_000,
  meterStart: 1,
  meterStop: 5,
  energy: 4,
  lines: [
    { period: 2, energy: 2, price: 1.105, amount: 2.21 },
    { period: 3, energy: 2, price: 0.65, amount: 1.3 },
  ],
  energyFee: 3.51,
  serviceFee: 1.8,
  servicePrice: 0.45,
  splitByTime: true,
  doubt: null,
  state: '2',
  judgements: [],
  judgeable: false,
  ignored: 0,
  points: [],
};

test.each([
  ['zh', true],
  ['en', true],
  ['en', false],
] as const)('in %s it is said where time alone shares the energy: %s', async (language, splitByTime) => {
  answerCalls(() => ({ code: 200, message: '', data: { ...curve, splitByTime } }));
  const dialog = <CurveDialog resource={chargeSession} row={{ id: 7 }} onClose={vi.fn()} />;
  await draw(dialog, { language, phrases: { chargePile: texts } });
  await screen.findByText(texts.energySplit[language]);
  expect(screen.queryAllByText(texts.splitByTime[language])).toHaveLength(splitByTime ? 1 : 0);
});

import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DIAGRAM } from '#contract/diagram.ts';
import { funCodeOf } from '#contract/permission.ts';
import { MeterLifePlace } from '#feature/meters/ledger/web/public.ts';
import type { DemandMonth } from '#feature/money/demand/contract.ts';
import { texts as demandTexts } from '#feature/money/demand/web/texts.ts';
import { texts as diagramTexts } from '#feature/watch/diagram/web/texts.ts';
import { SitePicturePlace } from '#feature/watch/liveScreen/web/public.ts';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import { placedParts } from './features.ts';
import { AllAt, AllPlaced } from './place.tsx';

const QUARTER_MS = 900_000;
const window = {
  value: 412,
  from: Date.UTC(2026, 0, 15, 3, 45),
  to: Date.UTC(2026, 0, 15, 4),
  proven: false,
};
const month: DemandMonth = {
  month: '2026-01',
  from: Date.UTC(2025, 11, 31, 16),
  to: Date.UTC(2026, 0, 31, 16),
  unfinished: false,
  maximum: window,
  measured: window,
  atLeast: false,
  block: window,
  method: 'block',
  slip: null,
  account: null,
  coverage: 100,
  partial: false,
  flags: [],
};

test('the life of a meter shows its demand, whose figure leads to the quarter of an hour on the page of the meter', async () => {
  const calls = answerCalls(({ path }) => ({
    code: 200,
    message: '',
    data: path.includes('demand/settlement/getlist')
      ? { dataAmmeterId: 12, name: 'M', unit: 'kW', timeZone: 'Asia/Shanghai', settlementDay: 1, settlementHour: 0, meters: 1, list: [month] }
      : null,
  })); // prettier-ignore
  await drawAt(
    '/',
    <AllPlaced parts={placedParts}>
      <AllAt place={MeterLifePlace} of={{ meterId: 12, zone: 'Asia/Shanghai' }} wait={<p>on its way</p>} />
    </AllPlaced>,
    { phrases: { demand: demandTexts } },
  );
  const figure = await screen.findByRole('link', { name: /^2026-01: 412/ });
  const goal = decodeURIComponent(figure.getAttribute('href') ?? '');
  expect(goal).toContain('2026-01-15');
  expect(goal).toContain(String(window.to - 1));
  expect(window.to - window.from).toBe(QUARTER_MS);
  expect(screen.queryByText('on its way')).toBeNull();
  expect(calls.filter(({ path }) => path.includes('dataAmmeterId=12'))).toHaveLength(1);
});

const diagrams = [
  { monitorDiagramId: 2, diagramName: 'Works at 10 kV', flat: true, published: true },
  { monitorDiagramId: 3, diagramName: 'Hall at 0.4 kV', flat: true, published: true },
];

test.each([
  ['who may open diagrams', ['SDNMonitoring.OneLine', funCodeOf(DIAGRAM, 'view')], 1],
  ['nobody who may not', ['SDNMonitoring.OneLine'], 0],
] as const)('a site shows its pictures to %s', async (_, funCodes, shown) => {
  const calls = answerCalls(() => ({ code: 200, message: '', data: null }));
  await drawAt(
    '/',
    <AllPlaced parts={placedParts}>
      <AllAt place={SitePicturePlace} of={{ diagrams }} wait={<p>on its way</p>} />
    </AllPlaced>,
    { as: { ...session, funCodes }, phrases: { diagram: diagramTexts } },
  );
  await waitFor(() => expect(screen.queryByText('on its way')).toBeNull(), { timeout: 100_000 });
  expect(screen.queryAllByRole('combobox', { name: 'Diagram' })).toHaveLength(shown);
  expect(calls).toHaveLength(shown);
});

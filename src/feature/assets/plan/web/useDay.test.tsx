import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { drawAt } from '#web/resource/testBed.tsx';
import type { PlanCurveRow, PlanDay, StationWire } from '../contract.ts';
import { useDay } from './useDay.ts';

const station: StationWire = { stationId: 1, stationName: 'Battery', consumerId: 1, siteId: 1, timeZone: 'Asia/Shanghai', stationMeterId: 1, energyKwh: 200, powerKw: 100, chargeEfficiency: 1, dischargeEfficiency: 1, socMin: 0.1, socMax: 0.9, transformerKva: null, exportAllowed: true, wired: true, connected: true }; // prettier-ignore
/** A draft of today that charges for the first hour: nobody issued it. */
const draft: PlanCurveRow = { id: 7, planId: 'PC', stationId: 1, stationName: 'Battery', consumerId: 1, planDate: '2026-11-20', version: 1, planState: 'draft', planSource: 'manual', socStart: 10, chargedKwh: 20, dischargedKwh: 0, strategyName: null, strategyVersion: null, madeBy: null, approvedBy: null, issuedBy: null, witnessedBy: null, madeAt: '', submittedAt: null, approvedAt: null, issuedAt: null, acceptedAt: null, revokedAt: null, attempts: 0, sha256: null, requestId: null, note: null, edition: 1, points: [...ZERO_POINTS].fill(-20, 0, 4) }; // prettier-ignore
const dayAt = (begun: number): PlanDay => ({ station, planDate: '2026-11-20', versions: [draft], loadedId: null, begun, sent: ZERO_POINTS.map(() => null), socStart: 10, socFrom: 'lowest', socAnchor: null, load: null, prices: [], loadDays: 0, strategies: [], replies: [], now: 0 }); // prettier-ignore

function Page({ day }: { readonly day: PlanDay }) {
  const { points, edit, save } = useDay(day, true, false);
  return (
    <>
      <output>{points.slice(0, 5).join()}</output>
      <button onClick={() => edit({ points: points.map((kw, slot) => (slot === 4 ? 5 : kw)) })}>Edit</button>
      <button onClick={() => void save()}>Save</button>
    </>
  );
}

/** What the page sent, as JSON. */
const sent: Promise<string>[] = [];
const textOf = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

test('a draft of which slots have begun is edited and saved with what the station runs in them', async () => {
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    if (body instanceof Blob) sent.push(textOf(body));
    return new Response(JSON.stringify({ code: 200, message: '', data: { id: 7, edition: 2, version: 1 } }));
  });
  await drawAt('/', <Page day={dayAt(2)} />);
  expect(await screen.findByText('-20,-20,-20,-20,0')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByText('0,0,-20,-20,5')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const { points } = JSON.parse((await sent[0]) ?? '{}') as { points: number[] };
  expect(points.slice(0, 5)).toEqual([0, 0, -20, -20, 5]);
});

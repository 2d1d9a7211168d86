import { describe, expect, it } from 'vitest';
import { byPeriodOrNone } from '#contract/period.ts';
import type { ChargeAnalysisWire, PileWire, SessionCurve } from '../contract.ts';
import { dayChart, hourChart } from './analysisChart.ts';
import { sessionChart } from './curveChart.ts';
import { countsOf, shownPiles, statusOf, todayOf } from './pileState.ts';

const T0 = Date.UTC(2026, 0, 5, 0);
const words = { byDay: 'Days', byHour: 'Hours', noPeriod: 'None', sessions: 'Sessions', times: 'times', say: ({ en }: { en: string }) => en }; // prettier-ignore

describe('the charts of chargers', () => {
  it('stack what is known of each day by period; deep valley and what no period holds only where there is any', () => {
    const days = [
      { date: '2026-01-05', energies: { ...byPeriodOrNone(() => null), 2: 3, 3: 1 }, revenue: 4 },
      { date: '2026-01-06', energies: byPeriodOrNone(() => null), revenue: null },
    ];
    const { series } = dayChart({ days } as unknown as ChargeAnalysisWire, words);
    expect(series.map(({ label, values }) => [label, ...values])).toEqual([
      ['Sharp', null, null],
      ['Peak', 3, null],
      ['Flat', 1, null],
      ['Valley', null, null],
    ]);
  });

  it('have a bar an hour', () => {
    const startsByHour = Array.from({ length: 24 }, (_, i) => i % 3);
    const { x, series } = hourChart({ startsByHour } as unknown as ChargeAnalysisWire, words);
    expect([x.names[23], series[0]?.values]).toEqual(['23:00–24:00', startsByHour]);
  });

  it('draw a session by the values on its course alone, and nothing of one value', () => {
    const point = (minutes: number, energy: number | null, onCourse = true, power: number | null = null) => ({ at: T0 + minutes * 60_000, energy, power, soc: null, onCourse }); // prettier-ignore
    const curve = {
      timeZone: 'Asia/Shanghai',
      begin: T0,
      end: null,
      points: [point(0, 0), point(10, 99, false, 7), point(20, 2), point(30, 3), point(30, 3)],
    } as unknown as SessionCurve;
    const chart = sessionChart(curve, 'energy', 'Energy');
    expect([chart?.x.at, chart?.series[0]?.values]).toEqual([
      [0, 1_200_000, 1_800_000],
      [0, 2, 3],
    ]);
    expect(sessionChart(curve, 'power', 'Power')).toBeNull();
  });
});

describe('the state of a charger', () => {
  const pile = (link: PileWire['link'], status: string | null, errorCode = 'NoError'): PileWire =>
    ({
      pileName: 'Gate', pileCode: link, siteName: 'S', link,
      connectors: [{ connector: 1, status, errorCode, session: status === 'Charging' ? { idTag: 'CARD-1', holder: null } : null }],
    }) as unknown as PileWire; // prettier-ignore

  it('is not that of before where it is gone', () => {
    const marked = (one: PileWire) => one.connectors.map((connector) => statusOf(one, connector));
    expect(marked(pile('offline', 'Charging'))).toEqual(['offline']);
    expect(marked(pile('online', 'Faulted', 'GroundFailure'))).toEqual(['alarm']);
    expect(marked(pile('online', 'Available', 'WeakSignal'))).toEqual(['warning']);
    expect(marked(pile('online', null))).toEqual(['noData']);
  });

  it('is that of the day at its site', () => {
    const at = (timeZone: string) => todayOf([{ timeZone } as PileWire], T0);
    expect([at('Asia/Shanghai'), at('America/Los_Angeles')]).toEqual(['2026-01-05', '2026-01-04']);
    expect(todayOf([], T0)).toBe('2026-01-05');
  });

  it('is counted and found by tag', () => {
    const piles = [pile('online', 'Charging'), pile('online', 'Faulted'), pile('never', null)];
    expect(countsOf(piles)).toEqual({ all: 3, charging: 1, faulty: 1, offline: 1 });
    expect(shownPiles(piles, 'all', 'card-1')).toEqual([piles[0]]);
    expect(shownPiles(piles, 'offline', '')).toEqual([piles[2]]);
  });
});

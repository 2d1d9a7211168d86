import { type BucketChart, type ChartSeries } from '#web/chart/ChartModel.ts';
import { scaleFor } from '#domain/figure/number.ts';
import { QUARTER_MS } from '#domain/time/duration.ts';
import { momentAt } from '#domain/time/text.ts';
import type { CurveWire, Effect } from '../contract.ts';
import type { SayCorrection } from './useCorrectionTexts.ts';

const DAY = 96;

/** The curve by quarters of an hour; what a repair would make of it as a dashed step line beside. */
export function energyChart(
  { from, zone, unit, energy, flags }: CurveWire,
  after: Effect['curve'] | null,
  t: SayCorrection,
): BucketChart {
  const names = energy.map((_, i) => momentAt(zone, from + i * QUARTER_MS));
  const one = names.length <= DAY + 8;
  const shift = after ? Math.round((from - after.from) / QUARTER_MS) : 0;
  const then = energy.map((_, i) => after?.values[i + shift] ?? null);
  const at = (wanted: string): number[] =>
    flags.flatMap((set, i) => (set?.includes(wanted as never) ? [i] : []));
  const present: ChartSeries = {
    key: 'energy',
    label: t('present'),
    kind: one ? 'bar' : 'step',
    color: 'primary',
    values: energy,
    main: true,
    unfinished: at('interpolated'),
    manual: at('manual'),
  };
  const repaired: ChartSeries = {
    key: 'after',
    label: t('repaired'),
    kind: 'step',
    color: 'text2',
    values: then,
    dashed: true,
  };
  return {
    kind: 'buckets',
    name: t('energy'),
    scale: scaleFor(unit, [...energy, ...then]),
    x: { names, ticks: ticksOf(names) },
    series: after && after.values.length > 0 ? [present, repaired] : [present],
    ...(one ? {} : { zoom: true }),
  };
}

/** The registers as they count. */
export function registerChart({ from, to, zone, unit, registers }: CurveWire, t: SayCorrection): BucketChart {
  const quarters = Math.round((to - from) / QUARTER_MS);
  const grid = Array.from({ length: quarters }, (_, i) => momentAt(zone, from + i * QUARTER_MS));
  return {
    kind: 'buckets',
    name: t('register'),
    scale: { ...scaleFor(unit, []), decimals: 2 },
    x: {
      names: registers.map(({ ts }) => momentAt(zone, ts)),
      at: registers.map(({ ts }) => (ts - from) / QUARTER_MS),
      span: quarters,
      ticks: ticksOf(grid),
    },
    series: [
      {
        key: 'register',
        label: t('register'),
        kind: 'line',
        color: 'primary',
        values: registers.map(({ value }) => value),
        main: true,
      },
    ],
    freeAxis: true,
  };
}

/** Every second hour of a day, midnights of several. */
function ticksOf(names: readonly string[]): BucketChart['x']['ticks'] {
  const several = names.length > DAY + 8;
  const ticks = names.flatMap((name, at) => {
    const clock = name.slice(11);
    if (several) return clock === '00:00' ? [{ at, text: name.slice(5, 10) }] : [];
    return /^\d[02468]:00$/.test(clock) ? [{ at, text: at === 0 ? clock : clock.slice(0, 2) }] : [];
  });
  return several ? ticks : [...ticks, { at: names.length, text: '24:00' }];
}

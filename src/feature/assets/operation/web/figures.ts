import { sumOf } from '#domain/decimal/sum.ts';
import { formatDifference, formatNumber, MISSING } from '#domain/figure/number.ts';
import { clockAt } from '#domain/time/text.ts';
import type { useTexts } from '#web/text/useTexts.ts';
import type { KeyFigure } from '#web/ui/KeyFigures.tsx';
import type { AssetOverview } from '../contract.ts';
import type { ChargersOfDay } from './useBeside.ts';

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;
const number = (value: number | null, decimals = 0): string =>
  value === null ? MISSING : formatNumber(value, decimals);
const negated = (value: number | null): number | null => (value === null ? null : -value);

/** The first figures of a site: what each kind of asset did on the day. @param chargers null = none are shown */
export function figuresOf(overview: AssetOverview, chargers: ChargersOfDay | null, t: Say): KeyFigure[] {
  const { energies, today, carbon } = overview;
  const share = today.coverage === null ? null : today.coverage / 100;
  const amount = (types: readonly string[]): number | null =>
    sumOf(
      today.assets.flatMap(({ rows }) => rows.map((row) => (types.includes(row.type) ? row.amount : null))),
    );
  const figures: KeyFigure[] = [];
  // What is out of use now may have been there that day.
  if (overview.plants.length > 0 || energies.pv !== null)
    figures.push({
      key: 'pv',
      label: t('todayPv'),
      value: number(energies.pv, 1),
      unit: 'kWh',
      coverage: share,
      comparison: {
        label: t('selfUsed'),
        value: `${number(energies.selfUsed, 1)} • ${t('avoided')} ${carbon?.amount == null ? MISSING : `${number(carbon.amount, 1)} kg`}`,
        ...(carbon
          ? { title: t('avoidedBy', { factor: carbon.factor, source: carbon.source ?? carbon.of }) }
          : {}),
      },
    });
  if (overview.stations.length > 0 || energies.charged !== null)
    figures.push({
      key: 'battery',
      label: t('todayBattery'),
      value: `${number(energies.charged, 1)} / ${number(energies.discharged, 1)}`,
      unit: 'kWh',
      comparison: {
        label: t('paid'),
        value: `${number(negated(amount(['charging'])), 2)} • ${t('earned')} ${number(amount(['discharging']), 2)}`,
      },
    });
  if (chargers) figures.push(chargersFigure(chargers, t));
  return [...figures, ...siteFigures(overview, chargers !== null, t)];
}

function chargersFigure({ total, waiting }: ChargersOfDay, t: Say): KeyFigure {
  return {
    key: 'piles',
    label: t('todayPiles'),
    value: number(total?.energy ?? null, 1),
    unit: 'kWh',
    waiting,
    goal: { to: '/SDNGuangchuchong/Running/ChargeAnalysis' },
    ...(total
      ? {
          comparison: {
            label: t('serviceFee'),
            value: `${number(total.serviceFee, 2)} • ${t('sessions', { n: total.sessions })}`,
          },
        }
      : {}),
  };
}

/** @param short what the site used stands below what it bought: six figures stand beside each other */
function siteFigures(
  { energies, today, peak, grid, timeZone }: AssetOverview,
  short: boolean,
  t: Say,
): KeyFigure[] {
  const fedIn = number(energies.fedIn, 1);
  const load: KeyFigure = {
    key: 'load',
    label: t('todayLoad'),
    value: number(energies.load, 1),
    unit: 'kWh',
  };
  return [
    {
      key: 'grid',
      label: t('todayGrid'),
      value: number(energies.bought, 1),
      unit: 'kWh',
      comparison: {
        label: t('fedIn'),
        value: short ? `${fedIn} • ${t('todayLoad')} ${load.value}` : fedIn,
      },
    },
    ...(short ? [] : [load]),
    {
      key: 'net',
      label: t('todayNet'),
      value: formatDifference(today.net, 2),
      unit: 'CNY',
      ...(today.unfinished ? { quality: 'unfinished' as const } : {}),
    },
    {
      key: 'peak',
      label: t('peakToday'),
      value: number(peak?.demand ?? null, 1),
      unit: 'kW',
      ...(peak
        ? {
            comparison: {
              label: clockAt(timeZone, peak.at),
              value:
                grid.transformer === null
                  ? ''
                  : t('ofTransformer', { kVA: formatNumber(grid.transformer, 0) }),
            },
          }
        : {}),
    },
  ];
}

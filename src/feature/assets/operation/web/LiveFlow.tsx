import { sumOf } from '#domain/decimal/sum.ts';
import { PERIODS } from '#contract/period.ts';
import { formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { clockAt } from '#domain/time/text.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { AssetOverview } from '../contract.ts';
import { batteriesNow } from './batteries.ts';
import { boxesOf, type FlowBox, PICTURE, ribbonsOf } from './flowShape.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Operation.module.css';

const COLORS: Readonly<Record<FlowBox['key'], string>> = {
  pv: 'var(--series-2)',
  grid: 'var(--series-1)',
  battery: 'var(--series-3)',
  load: 'var(--series-5)',
  piles: 'var(--series-8)',
};

/** Who gives and who takes now, as thick as the power. */
export function LiveFlow({ overview }: { readonly overview: AssetOverview }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  const say = useText();
  const boxes = boxesOf(overview);
  const ribbons = ribbonsOf(boxes);
  const { period, price } = overview;
  const sum = sumText(boxes, overview, t);
  return (
    <Panel
      title={t('flow')}
      unit="kW"
      extra={
        price !== null &&
        t('priceNow', {
          period: period === 0 ? '' : say(PERIODS[period as keyof typeof PERIODS]),
          price: formatFull(price),
        })
      }
    >
      <div className={styles['flow']}>
        <Side boxes={boxes} side="in" overview={overview} />
        <svg
          className={styles['ribbons']}
          viewBox={`0 0 ${PICTURE.width} ${PICTURE.height}`}
          preserveAspectRatio="none"
          aria-hidden
        >
          {ribbons.map(({ key, path, side }) => (
            <path key={`${key} ${side}`} d={path} fill={COLORS[key]} fillOpacity="0.22" />
          ))}
          <rect x="96" y={(PICTURE.height - 160) / 2} width="8" height="160" fill="currentColor" />
          {ribbons.map(({ key, side }) => (
            <Chevron key={`${key} ${side}`} boxes={boxes} of={key} side={side} />
          ))}
        </svg>
        <Side boxes={boxes} side="out" overview={overview} />
      </div>
      <p className={`${kit.quiet} ${styles.quiet}`}>{sum}</p>
    </Panel>
  );
}

/** Which way it flows: always from left to right. */
function Chevron({
  boxes,
  of,
  side,
}: {
  readonly boxes: readonly FlowBox[];
  readonly of: FlowBox['key'];
  readonly side: FlowBox['side'];
}) {
  const own = boxes.filter((box) => box.side === side);
  const place = own.findIndex(({ key }) => key === of);
  const middle = ((place + 0.5) / own.length) * PICTURE.height;
  const y = middle + (PICTURE.height / 2 - middle) * 0.42;
  const x = side === 'in' ? 44 : 150;
  return <path d={`M${x},${y - 6} l6,6 l-6,6`} fill="none" stroke={COLORS[of]} strokeWidth="2" />;
}

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

function sumText(boxes: readonly FlowBox[], { grid }: AssetOverview, t: Say): string {
  const of = (side: FlowBox['side']) => boxes.filter((box) => box.side === side);
  const unknown = boxes.filter(({ power }) => power === null);
  if (unknown.some(({ key }) => key !== 'load')) return t('noFlow');
  if (unknown.length > 0) return t(grid.ammeterId === null ? 'noSupply' : 'contradiction');
  const list = (side: FlowBox['side']): string => of(side).map(({ power }) => formatNumber(power, 0)).join(' + '); // prettier-ignore
  const all = sumOf(of('in').map(({ power }) => power)) ?? 0;
  return t('sum', { from: list('in'), to: list('out'), all: formatNumber(all, 0) });
}

function Side({
  boxes,
  side,
  overview,
}: {
  readonly boxes: readonly FlowBox[];
  readonly side: FlowBox['side'];
  readonly overview: AssetOverview;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <div className={styles['side']}>
      {boxes
        .filter((box) => box.side === side)
        .map((box) => (
          <div key={box.key} className={styles['box']} style={{ borderInlineStartColor: COLORS[box.key] }}>
            <span>
              {t(box.key)} {wayOf(box, overview, t)}
            </span>
            <b>
              {box.power === null ? MISSING : formatNumber(box.power, 0)} <small>kW</small>
            </b>
            <small>{noteOf(box, overview, t)}</small>
          </div>
        ))}
    </div>
  );
}

function wayOf({ key }: FlowBox, { stations, grid }: AssetOverview, t: Say): string {
  if (key === 'battery') {
    const { doing } = batteriesNow(stations);
    return doing ? t(doing) : '';
  }
  if (key === 'grid' && grid.value !== null) return grid.value < 0 ? t('feeding') : t('buying');
  return '';
}

/** The state of charge of the batteries; where they do not do the same, or one does not tell, of each. */
function batteryNote(stations: AssetOverview['stations'], t: Say): string {
  const { soc, mixed } = batteriesNow(stations);
  const percent = (value: number | null): string => (value === null ? MISSING : `${formatNumber(value, 0)}%`);
  if (stations.every((station) => station.soc === null)) return '';
  const whole = soc !== null && `SOC ${percent(soc)}`;
  const each = (mixed || soc === null) && stations.length > 1 && stations.map((station) => [station.name, station.doing && t(station.doing), percent(station.soc)].filter(Boolean).join(' ')); // prettier-ignore
  return [whole, ...(each || [])].filter(Boolean).join(' • ');
}

function noteOf(
  { key, power, at }: FlowBox,
  { stations, plants, grid, timeZone, piles }: AssetOverview,
  t: Say,
): string {
  if (power === null && key !== 'load')
    return at === null ? t('never') : t('lastAt', { at: clockAt(timeZone, at) });
  if (key === 'battery') return batteryNote(stations, t);
  if (key === 'pv') {
    const kwp = sumOf(plants.map(({ ratedPower }) => ratedPower)) ?? 0;
    return `${formatFull(kwp)} kWp • ${formatNumber(((power ?? 0) / kwp) * 100, 0)}%`;
  }
  if (key === 'grid' && grid.transformer !== null)
    return `${formatFull(grid.transformer)} kVA • ${formatNumber(((power ?? 0) / grid.transformer) * 100, 0)}%`;
  if (key === 'piles' && piles) return t('pileCount', { n: piles.piles });
  return '';
}

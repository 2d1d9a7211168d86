import { sumOf } from '#domain/decimal/sum.ts';
import { cssColor } from '#web/theme/palette.ts';
import { formatFull, formatPercent, formatScaled, scaleFor } from '#domain/figure/number.ts';
import kit from '#web/ui/kit.module.css';
import styles from './SharePie.module.css';

/** One slice; `color` counts the colours of series from 1. */
export interface Slice {
  readonly key: string;
  readonly name: string;
  readonly value: number;
}

export interface SharePieProps {
  /** Read out. */
  readonly label: string;
  readonly unit: string;
  /** The largest first. */
  readonly slices: readonly Slice[];
  /** Name of what is too small for a slice of its own. */
  readonly rest: (count: number) => string;
  /** What counts against the slices, below 0; it has no slice but is in the whole. */
  readonly minus?: { readonly name: string; readonly value: number } | undefined;
}

/** So many colours are told apart. */
const SLICES = 8;
const RADIUS = 80;
const HOLE = 50;

/** The point of a circle at a share of it, from the top clockwise. */
const at = (share: number, radius: number): string => {
  const angle = share * 2 * Math.PI;
  return `${(100 + radius * Math.sin(angle)).toFixed(3)} ${(100 - radius * Math.cos(angle)).toFixed(3)}`;
};

/** The ring from one share to another; a whole ring is two halves. */
function ringPath(from: number, to: number): string {
  if (to - from > 0.9999) return `${ringPath(from, from + 0.5)} ${ringPath(from + 0.5, from + 0.9999)}`;
  const large = to - from > 0.5 ? 1 : 0;
  return `M ${at(from, RADIUS)} A ${RADIUS} ${RADIUS} 0 ${large} 1 ${at(to, RADIUS)} L ${at(to, HOLE)} A ${HOLE} ${HOLE} 0 ${large} 0 ${at(from, HOLE)} Z`;
}

const totalOf = (slices: readonly Slice[]): number => sumOf(slices.map(({ value }) => value)) ?? 0;

/** Shares of a whole as a ring with its list; the smallest together. */
export function SharePie({ label, unit, slices, rest, minus }: SharePieProps) {
  const small = slices.slice(SLICES);
  const shown: readonly Slice[] = [
    ...slices.slice(0, SLICES),
    ...(small.length > 0 ? [{ key: 'rest', name: rest(small.length), value: totalOf(small) }] : []),
  ];
  const whole = totalOf(shown);
  const scale = scaleFor(unit, [whole]);
  const arcs = shown.map((slice, i) => {
    const before = totalOf(shown.slice(0, i));
    return {
      ...slice,
      color: slice.key === 'rest' ? 'var(--text3)' : cssColor({ series: i + 1 }),
      from: before / whole,
      to: (before + slice.value) / whole,
    };
  });
  return (
    <figure className={styles['pie']} aria-label={label}>
      <svg viewBox="0 0 200 200" aria-hidden="true" className={styles['ring']}>
        {arcs.map(({ key, name, color, from, to }) => (
          <path key={key} d={ringPath(from, to)} fill={color} stroke="var(--container)" strokeWidth="1">
            <title>{`${name} ${formatPercent(to - from, 1)}`}</title>
          </path>
        ))}
        <text x="100" y="98" textAnchor="middle" className={styles['whole']}>
          {formatScaled(minus ? sumOf([whole, minus.value]) : whole, scale)}
        </text>
        <text x="100" y="116" textAnchor="middle" className={styles['unit']}>
          {scale.unit}
        </text>
      </svg>
      <ul className={styles['list']}>
        {arcs.map(({ key, name, color, value, from, to }) => (
          <li key={key}>
            <i className={kit.swatch} style={{ background: color }} />
            <span className={kit.clip} title={name}>
              {name}
            </span>
            <span title={`${formatFull(value)} ${unit}`}>{formatScaled(value, scale)}</span>
            <span className={styles['share']}>{formatPercent(to - from, 1)}</span>
          </li>
        ))}
        {minus && (
          <li>
            <i className={kit.swatch} />
            <span className={kit.clip} title={minus.name}>
              {minus.name}
            </span>
            <span title={`${formatFull(minus.value)} ${unit}`}>{formatScaled(minus.value, scale)}</span>
            <span className={styles['share']} />
          </li>
        )}
      </ul>
    </figure>
  );
}

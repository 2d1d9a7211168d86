import { formatDifference, formatFull, formatScaled, MISSING, type Scale } from '#domain/figure/number.ts';
import kit from './kit.module.css';
import styles from './NumberText.module.css';
import { unitText } from './unit.ts';

/** What is missing: `--`, right-aligned like a number. */
export function Missing() {
  return <span className={styles.missing}>{MISSING}</span>;
}

export interface NumberTextProps {
  readonly value: number | null | undefined;
  /** The column's scale, from `scaleFor`. */
  readonly scale: Scale;
  /** Writes the unit behind the figure (else it stands in the header). */
  readonly withUnit?: boolean;
  /** A difference: with its sign. */
  readonly signed?: boolean | undefined;
  /** The unit of the value as it came, for the full precision on hover. */
  readonly baseUnit?: string;
}

/** A figure in its column's unit; the full precision on hover. */
export function NumberText({ value, scale, withUnit, signed, baseUnit }: NumberTextProps) {
  if (value == null) return <Missing />;
  return (
    <span
      title={`${formatFull(value)} ${unitText(baseUnit ?? (scale.factor === 1 ? scale.unit : ''))}`.trim()}
    >
      {signed ? formatDifference(value / scale.factor, scale.decimals) : formatScaled(value, scale)}
      {withUnit && <span className={kit.quiet}> {unitText(scale.unit)}</span>}
    </span>
  );
}

import type { ReactNode } from 'react';
import { CoverageMark } from './CoverageMark.tsx';
import { QualityTag, type Quality } from './QualityTag.tsx';
import { SparkLine } from './SparkLine.tsx';
import styles from './KeyFigures.module.css';
import { BulletBar } from './BulletBar.tsx';
import { GoLink, type Goal } from './GoLink.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { unitText } from './unit.ts';

/** One figure of the strip; texts come formatted, `--` where there is nothing. */
export interface KeyFigure {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly unit?: string;
  /** Every digit, on hover. */
  readonly full?: string;
  /** 0..1 */
  readonly coverage?: number | null;
  readonly quality?: Quality;
  /** `vs yesterday` and `+1.1%`. */
  readonly comparison?: { readonly label: string; readonly value: string; readonly title?: string };
  /** The last 12 values, oldest first. */
  readonly trend?: readonly (number | null)[];
  /** Value ÷ limit, in place of a trend. */
  readonly share?: number | null;
  /** Opens the figure's provenance. */
  readonly onOpen?: () => void;
  /** The page of the figure, where it has one of its own. */
  readonly goal?: Goal;
  /** What is to be done first, in the foot: what is missing and where it is entered. */
  readonly remedy?: { readonly goal: Goal; readonly text: string };
  /** It comes later than the others. */
  readonly waiting?: boolean;
}

export interface KeyFiguresProps {
  readonly figures: readonly KeyFigure[];
  /** On analysis pages figures are 20/26 instead of 24/32. */
  readonly compact?: boolean;
  /** The figure whose provenance is open. */
  readonly openKey?: string | null;
  /** Keeps the layout while figures load: the labels stand, the values are grey. */
  readonly loading?: boolean;
}

/** Key figures: one panel with dividers, never separate cards. */
export function KeyFigures({ figures, compact, openKey, loading }: KeyFiguresProps) {
  return (
    <div className={styles.host} data-tour="figures">
      <ul
        className={`${styles.strip} ${compact ? styles.compact : ''} ${figures.length > 6 ? styles.many : ''}`}
        aria-busy={loading}
      >
        {figures.map((figure) => (
          <li key={figure.key} className={openKey === figure.key ? styles.open : ''}>
            <div className={styles.label}>
              <span className={styles.name}>{figure.label}</span>
              {figure.quality && <QualityTag quality={figure.quality} />}
              <span className={styles.mark}>
                <CoverageMark coverage={figure.coverage} />
              </span>
            </div>
            <Value figure={figure} loading={loading || figure.waiting === true} />
            <div className={styles.foot}>
              {figure.comparison && (
                <span className={styles.comparison} title={figure.comparison.title}>
                  <span>{figure.comparison.label}</span> <b>{figure.comparison.value}</b>
                </span>
              )}
              {figure.remedy && (
                <GoLink goal={figure.remedy.goal} className={styles.remedy}>
                  {figure.remedy.text}
                </GoLink>
              )}
              {figure.share != null && <BulletBar share={figure.share} />}
              {figure.trend && figure.trend.length > 1 && <SparkLine values={figure.trend} />}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Value({ figure, loading }: { figure: KeyFigure; loading: boolean }): ReactNode {
  if (loading) return <div className={`${styles.value} ${styles.waiting}`} />;
  const full = figure.full === undefined ? undefined : unitText(figure.full);
  const text = (
    <>
      {figure.value}
      {figure.unit && figure.value !== MISSING && (
        <span className={styles.unit}> {unitText(figure.unit)}</span>
      )}
    </>
  );
  if (figure.goal) {
    return (
      <GoLink goal={figure.goal} className={styles.value} title={full}>
        {text}
      </GoLink>
    );
  }
  if (!figure.onOpen) {
    return (
      <div className={styles.value} title={full}>
        {text}
      </div>
    );
  }
  return (
    <button type="button" className={styles.value} title={full} onClick={figure.onOpen}>
      {text}
    </button>
  );
}

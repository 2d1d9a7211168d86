import { useTexts } from '#web/text/useTexts.ts';
import { coveragePercent } from '#domain/figure/number.ts';
import kit from './kit.module.css';
import styles from './mark.module.css';

const RADIUS = 4.15;
const ROUND = 2 * Math.PI * RADIUS;

/** A ring with the percentage where a figure is built on less than full coverage (0..1); nothing at 100 %. */
export function CoverageMark({ coverage }: { coverage: number | null | undefined }) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  if (coverage == null) return null;
  const percent = coveragePercent(coverage);
  if (percent >= 100) return null;
  // Never fuller than 94 %, so that the gap stays visible.
  const arc = Math.min(94, percent) / 100;
  return (
    <span className={`${kit.mark} ${styles.coverage}`} title={t('coverage', { percent })}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {/* What is lacking: without it a small part is a comma. */}
        <circle
          cx="5"
          cy="5"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.3"
          strokeWidth="1.7"
        />
        <circle
          cx="5"
          cy="5"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          strokeDasharray={`${arc * ROUND} ${ROUND}`}
          transform="rotate(-90 5 5)"
        />
      </svg>
      {percent}%
    </span>
  );
}

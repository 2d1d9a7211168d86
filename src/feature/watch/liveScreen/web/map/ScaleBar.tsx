import { formatNumber } from '#domain/figure/number.ts';
import styles from './SiteMap.module.css';

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000];
/** px */
const MOST = 120;

/** How long a distance is on the map. @param scale px a km */
export function ScaleBar({ scale }: { readonly scale: number }) {
  const km = STEPS.findLast((step) => step * scale <= MOST) ?? STEPS[0] ?? 1;
  return (
    <span className={styles.scale} style={{ width: Math.min(MOST, km * scale) }}>
      {formatNumber(km, 0)} km
    </span>
  );
}

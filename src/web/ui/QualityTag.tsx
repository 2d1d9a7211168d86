import { useTexts } from '#web/text/useTexts.ts';
import styles from './mark.module.css';

/** What a figure says about itself where it is not plainly measured. */
export type Quality =
  | 'estimated'
  | 'manual'
  | 'interpolated'
  | 'corrected'
  | 'conflict'
  | 'unfinished'
  | 'suspect'
  | 'doubt'
  | 'noise'
  | 'partial';

/** An outlined tag without colour: estimated, manual, interpolated, corrected … */
export function QualityTag({ quality }: { quality: Quality }) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  return <span className={styles.tag}>{t(quality)}</span>;
}

import { useTexts } from '#web/text/useTexts.ts';
import styles from './state.module.css';

/** Stands where content will be, at its height, so that the layout keeps still. */
export function LoadingState({ height }: { height?: number | string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  return (
    <output className={styles.loading} style={{ height: height ?? 240 }} aria-label={t('loading')}>
      <span />
      <span />
      <span />
    </output>
  );
}

import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import styles from './state.module.css';

export interface ErrorStateProps {
  /** What failed, in words; an `ApiError`'s message is such a sentence. */
  readonly what?: string;
  readonly onRetry?: () => void;
  readonly height?: number | string;
}

/** Names what failed and offers the next step; never a stack, never a code alone. */
export function ErrorState({ what, onRetry, height }: ErrorStateProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  return (
    <div
      className={styles.state}
      role="alert"
      style={height === undefined ? undefined : { minHeight: height }}
    >
      <p className={styles.why}>{t('failed')}</p>
      {what && <p className={styles.next}>{what}</p>}
      {onRetry && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </div>
      )}
    </div>
  );
}

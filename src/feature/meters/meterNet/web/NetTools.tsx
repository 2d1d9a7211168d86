import { formatPercent } from '#domain/figure/number.ts';
import { Button } from '#web/ui/Button.tsx';
import { ZOOM } from '../domain/view.ts';
import { useNetTexts } from './net.ts';
import type { NetView } from './useNetView.ts';
import styles from './NetDrawing.module.css';

interface NetToolsProps {
  readonly view: NetView;
  /** Some branch can be closed at all. */
  readonly folds: boolean;
  readonly onFold: (all: 'open' | 'closed') => void;
}

/** What can be done with the drawing as a whole. */
export function NetTools({ view, folds, onFold }: NetToolsProps) {
  const t = useNetTexts();
  return (
    <div className={styles['tools']}>
      {(['reading', 'whole'] as const).map((how) => (
        <Button key={how} aria-pressed={view.follows === how} onClick={() => view.follow(how)}>
          {t(how)}
        </Button>
      ))}
      <Button
        aria-label={t('smaller')}
        title={t('smaller')}
        onClick={() => view.zoomTo(view.zoom / ZOOM.step)}
      >
        −
      </Button>
      <Button title={t('fullSize')} onClick={() => view.zoomTo(1)}>
        {formatPercent(view.zoom, 0)}
        <span className="visually-hidden">{t('fullSize')}</span>
      </Button>
      <Button aria-label={t('larger')} title={t('larger')} onClick={() => view.zoomTo(view.zoom * ZOOM.step)}>
        +
      </Button>
      {folds && (
        <>
          <Button onClick={() => onFold('closed')}>{t('foldAll')}</Button>
          <Button onClick={() => onFold('open')}>{t('openAll')}</Button>
        </>
      )}
    </div>
  );
}

import type { Resource } from '#contract/define.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import type { May } from './usePermissions.ts';
import styles from './ResourcePage.module.css';
import type { List } from './useList.ts';
import { useResourceTexts } from './useResourceTexts.ts';

export interface ListBodyProps {
  readonly resource: Resource;
  /** What the rows are called. */
  readonly what: string;
  readonly list: List;
  readonly may: May;
  readonly onAdd: () => void;
  readonly onImport: () => void;
}

/** What stands in place of rows: on the way, not to be had, or none and why; null where there are rows. */
export function ListBody({ resource, what, list, may, onAdd, onImport }: ListBodyProps) {
  const t = useResourceTexts();
  const height = 280;
  if (list.error) return <ErrorState what={list.error.message} onRetry={list.retry} height={height} />;
  if (list.loading) {
    return (
      <output className={styles.loading} style={{ minHeight: height }}>
        {t('loading')}
      </output>
    );
  }
  if (list.rows.length > 0) return null;
  if (list.narrowed) {
    return (
      <EmptyState why={t('nothingFits')} next={t('nothingFitsNext')} height={height}>
        <Button onClick={list.clear}>{t('clearFilters')}</Button>
      </EmptyState>
    );
  }
  // What all enterprises share is the operator's affair.
  const ask = resource.readOnly ? 'emptyKept' : resource.scope === null ? 'emptyAskOperator' : 'emptyAsk';
  const next = may('add') ? (may('import') ? 'emptyAddOrImport' : 'emptyAdd') : ask;
  return (
    <EmptyState why={t('empty')} next={t(next, { what })} height={height}>
      {may('add') && (
        <Button kind="primary" onClick={onAdd}>
          {t('add')}
        </Button>
      )}
      {may('import') && <Button onClick={onImport}>{t('import')}</Button>}
    </EmptyState>
  );
}

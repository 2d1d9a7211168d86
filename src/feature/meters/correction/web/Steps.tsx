import { Button } from '#web/ui/Button.tsx';
import styles from './MeterRepair.module.css';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

export interface StepsProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Steps through a list that is longer than a page. */
export function Steps({ page, pageSize, total, onPage }: StepsProps) {
  const t = useCorrectionTexts();
  if (total <= pageSize) return null;
  return (
    <div className={styles.steps}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('earlier')}
      </Button>
      <span>{`${page} / ${Math.ceil(total / pageSize)}`}</span>
      <Button disabled={page * pageSize >= total} onClick={() => onPage(page + 1)}>
        {t('later')}
      </Button>
    </div>
  );
}

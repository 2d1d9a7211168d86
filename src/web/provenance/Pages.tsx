import LeftOutlined from '@ant-design/icons-svg/es/asn/LeftOutlined';
import RightOutlined from '@ant-design/icons-svg/es/asn/RightOutlined';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

export interface PagesProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Steps through a list that is longer than a page; nothing where it is not. */
export function Pages({ page, pageSize, total, onPage }: PagesProps) {
  const t = useProvenanceTexts();
  if (total <= pageSize) return null;
  const to = Math.min(total, page * pageSize);
  return (
    <div className={styles.pages}>
      {t('page', { from: (page - 1) * pageSize + 1, to, total })}
      <Button kind="icon" aria-label={t('newer')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon icon={LeftOutlined} size={11} />
      </Button>
      <Button kind="icon" aria-label={t('older')} disabled={to >= total} onClick={() => onPage(page + 1)}>
        <Icon icon={RightOutlined} size={11} />
      </Button>
    </div>
  );
}

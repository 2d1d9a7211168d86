import { Pagination } from 'antd';
import type { ReactNode } from 'react';
import { PAGE_SIZES } from '#contract/envelope.ts';
import { formatNumber } from '#domain/figure/number.ts';
import styles from './ResourcePage.module.css';
import { useResourceTexts } from './useResourceTexts.ts';

export interface TableFootProps {
  /** Null while it is not known. */
  readonly total: number | null;
  /** Null: all rows are shown at once. */
  readonly page: { readonly current: number; readonly size: number } | null;
  readonly narrow: boolean;
  readonly onPage: (current: number, size: number) => void;
  readonly sizes?: readonly number[];
  /** What is selected, or how to edit. */
  readonly children: ReactNode;
}

/** The foot of a list: selection and its actions at the left, count and pages at the right. */
export function TableFoot({ total, page, narrow, onPage, sizes = PAGE_SIZES, children }: TableFootProps) {
  const t = useResourceTexts();
  return (
    <footer className={styles.foot}>
      <div className={styles.footStart}>{children}</div>
      {total !== null && (
        <span className={styles.total}>{t('total', { count: formatNumber(total, 0) })}</span>
      )}
      {page && total !== 0 && (
        <Pagination
          size="small"
          simple={narrow && total !== null}
          current={page.current}
          pageSize={page.size}
          total={total ?? 0}
          pageSizeOptions={sizes.map(String)}
          showSizeChanger={narrow ? false : { 'aria-label': t('pageSize'), showSearch: false }}
          onChange={onPage}
        />
      )}
    </footer>
  );
}

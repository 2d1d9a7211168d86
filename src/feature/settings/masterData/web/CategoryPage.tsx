import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { wordOfList } from '../contract.ts';
import { categoriesQuery } from './calls.ts';
import { Entries } from './Entries.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './MasterData.module.css';
import { shownName } from '#web/text/secondName.ts';
import { useMasterTexts } from './useMasterTexts.ts';

/** The entries of the category whose code or id the address says. */
export default function CategoryPage() {
  const t = useMasterTexts();
  const { params: code = '' } = useParams({ strict: false }) as { params?: string };
  const categories = useQuery(categoriesQuery);
  const row =
    categories.data?.find((one) => one.code === wordOfList(code)) ??
    categories.data?.find((one) => String(one.id) === code);
  usePageHead(row ? { title: shownName(row.name, row.nameEn) } : {});
  if (categories.isPending) return <LoadingState height={300} />;
  if (categories.isError) return <ErrorState what={categories.error.message} height={300} />;
  return (
    <div className={styles.main}>
      <div className={`${kit.words} ${styles.head}`}>
        <Link to="/SDNSysAdmin/SDNDataDictionary">{t('toAll')}</Link>
        {row?.source && (
          <small>
            {t('source')}: {shownName(row.source, row.sourceEn)}
          </small>
        )}
      </div>
      {row ? (
        <Entries category={row} />
      ) : (
        <Panel>
          <EmptyState why={t('unknown', { code })} height={260} />
        </Panel>
      )}
    </div>
  );
}

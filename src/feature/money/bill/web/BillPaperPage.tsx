import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAddress } from '#web/address.ts';
import { get, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { BillPaper } from '../contract.ts';
import { paperLink, readBillAddress } from './address.ts';
import { PaperAppendix } from './PaperAppendix.tsx';
import { PaperHead } from './PaperHead.tsx';
import { PaperLines } from './PaperLines.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Paper.module.css';

/** The bill of a settlement month as it lies on paper; printing it leaves the sheet alone. */
export default function BillPaperPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const { consumer } = useConsumer();
  const [{ account, month }] = useAddress(readBillAddress);
  const key = { consumerId: consumer?.orgId ?? 0, measureAccount: account ?? '', month: month ?? '' };
  const known = consumer !== null && account !== null && month !== null;
  const { data, error, refetch } = useQuery({
    queryKey: ['bill', 'paper', key],
    queryFn: ({ signal }) => get<BillPaper>('price/bill/getPaper', key, { quiet: true, signal }),
    enabled: known,
  });
  const back = paperLink('/SDNPowerAudit/SDNPowerBill', account, month);
  return (
    <div className={kit.stack}>
      <div className={styles['bar']}>
        <FilterBar
          unfolded
          actions={
            <>
              <Button disabled={!data} onClick={() => void saveFile('price/bill/paperPdf', key)}>
                {t('savePdf')}
              </Button>
              <Button kind="primary" disabled={!data} onClick={() => window.print()}>
                {t('printPaper')}
              </Button>
            </>
          }
        >
          <Link {...back}>{t('backToBill')}</Link>
        </FilterBar>
      </div>
      {!known ? (
        <Panel>
          <EmptyState why={t('noPaper')} height={320}>
            <Link {...back}>{t('backToBill')}</Link>
          </EmptyState>
        </Panel>
      ) : error ? (
        <Panel>
          <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
        </Panel>
      ) : !data ? (
        <Panel>
          <LoadingState height={640} />
        </Panel>
      ) : (
        <article className={styles['sheet']} aria-label={t('paper')}>
          <PaperHead paper={data} logo={consumer?.imgPath ?? null} />
          <PaperLines bill={data.bill} />
          <PaperAppendix paper={data} />
        </article>
      )}
    </div>
  );
}

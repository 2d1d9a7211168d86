import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { Select } from 'antd';
import { useState } from 'react';
import { useSavedViews, ViewMenu } from '#feature/house/savedView/web/public.ts';
import { ENERGY } from '#contract/energyType.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useAsked } from '#web/asked.ts';
import { get, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { ExplainedPage } from '#web/provenance/ExplainedPage.tsx';
import { CLOSED, useOpened } from '#web/provenance/useOpened.ts';
import { shiftPeriod } from '#web/ui/period.ts';
import type { BillAccount, BillView } from '../contract.ts';
import { paperLink, readBillAddress } from './address.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Bill.module.css';
import { BillActions } from './BillActions.tsx';
import { BillLines } from './BillLines.tsx';
import { InvoicePanel } from './InvoicePanel.tsx';
import { IssuedPanel } from './IssuedPanel.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';

const PAPER = '/SDNPowerAudit/SDNPowerBillPaper';
const ASKED = ['print'] as const;

/** The bill of an account's settlement month: line by line, as it was issued, beside the invoice, billed another way. */
export default function BillPage() {
  const t = useTexts<typeof import('./texts.ts').texts>('bill');
  const { consumer } = useConsumer();
  const views = useSavedViews('bill');
  const navigate = useNavigate();
  const [address, change] = useAddress(readBillAddress);
  const [query] = useAsked(ASKED);
  const { opened, open } = useOpened();
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  const accounts = useQuery({
    queryKey: ['bill', 'accounts', consumer?.orgId],
    queryFn: ({ signal }) =>
      get<BillAccount[]>(
        'price/bill/getAccounts',
        { consumerId: consumer?.orgId ?? 0 },
        { quiet: true, signal },
      ),
    enabled: consumer !== null,
  });
  const account = accounts.data?.find((one) => one.measureAccount === address.account) ?? accounts.data?.[0];
  const month = address.month ?? shiftPeriod('month', today.slice(0, 7), -1);
  const key = { consumerId: consumer?.orgId ?? 0, measureAccount: account?.measureAccount ?? '', month };
  const bill = useQuery({
    queryKey: ['bill', 'get', key],
    queryFn: ({ signal }) => get<BillView>('price/bill/get', key, { quiet: true, signal }),
    enabled: account !== undefined && !views.opening,
    placeholderData: keepPreviousData,
  });
  const say = (why: string, next?: string) => (
    <Panel>
      <EmptyState why={why} {...(next ? { next } : {})} height={320} />
    </Panel>
  );
  if (!consumer) return <NoConsumer />;
  if (accounts.data?.length === 0)
    return (
      <div className={kit.stack}>
        {say(t('noAccount'), t('noAccountNext'))}
        <Panel>
          <a href="#/SDNPowerPrice/Scheme">{t('openSchemes')}</a> •{' '}
          <a href="#/SDNPowerPrice/Agreement">{t('openAgreements')}</a>
        </Panel>
      </div>
    );
  if (query && account) return <Navigate {...paperLink(PAPER, account.measureAccount, month)} replace />;
  const view = bill.data;
  return (
    <ExplainedPage
      whose={account ? { orgId: account.orgId, dataAmmeterId: null, dataType: ENERGY.electricity } : null}
      onMeter={(meter) => open(opened && { ...opened, meter })}
    >
      <div className={kit.stack}>
        <FilterBar
          summary={account ? `${account.orgName} · ${month}` : undefined}
          actions={
            <>
              <ViewMenu views={views} />
              {view && <Button onClick={() => void saveFile('price/bill/export', key)}>{t('export')}</Button>}
              {view && (
                <Button onClick={() => void navigate(paperLink(PAPER, key.measureAccount, month))}>
                  {t('openPaper')}
                </Button>
              )}
              {view && <BillActions view={view} of={key} />}
            </>
          }
        >
          <Select<string>
            aria-label={t('account')}
            style={{ width: 240, maxWidth: '100%' }}
            loading={accounts.isPending}
            options={(accounts.data ?? []).map((one) => ({
              value: one.measureAccount,
              label: `${one.measureAccount} • ${one.orgName}`,
            }))}
            {...(account ? { value: account.measureAccount } : {})}
            onChange={(value) => change({ account: value, ...CLOSED }, { push: true })}
          />
          <PeriodPicker
            kind="month"
            value={month}
            max={today.slice(0, 7)}
            onChange={(value) => change({ month: value, ...CLOSED }, { push: true })}
          />
        </FilterBar>
        {bill.isError ? (
          <Panel>
            <ErrorState what={bill.error.message} onRetry={() => void bill.refetch()} height={240} />
          </Panel>
        ) : !view ? (
          <Panel>
            <LoadingState height={420} />
          </Panel>
        ) : (
          <div
            className={`${kit.stack} ${bill.isPlaceholderData ? styles['waiting'] : ''}`}
            aria-busy={bill.isPlaceholderData}
          >
            <BillLines view={view} onOpen={open} />
            {view.issued && (
              <IssuedPanel
                issued={view.issued}
                timeZone={view.timeZone}
                onOpen={(at) => open({ level: 3, at })}
              />
            )}
            <InvoicePanel view={view} of={key} />
          </div>
        )}
        {account && <ReplayPanel key={account.measureAccount} of={key} today={today} />}
      </div>
    </ExplainedPage>
  );
}

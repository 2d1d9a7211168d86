import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { post, saveFile } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { shiftPeriod } from '#web/ui/period.ts';
import type { AssetSite, SettlementStatement } from '../contract.ts';
import { readSpan } from './address.ts';
import { runningMonth } from './runningMonth.ts';
import { statementQuery } from './calls.ts';
import { IssuedPanel } from './IssuedPanel.tsx';
import { SiteFrame } from './SiteFrame.tsx';
import { StatementSheet } from './StatementSheet.tsx';
import { useSites } from './useSites.ts';

const STRATEGY = 'sdata/storageStrategy';

function useMonth() {
  const [{ month }, change] = useAddress(readSpan);
  const [now] = useState(() => Date.now());
  const { shown } = useSites();
  const running = runningMonth(shown, now);
  return { month: month ?? shiftPeriod('month', running, -1), running, change };
}

/** The settlement of a month as it lies on paper; printing it leaves the sheet alone. */
export default function StatementPage() {
  const { month, running, change } = useMonth();
  return (
    <SiteFrame
      filters={() => (
        <PeriodPicker
          kind="month"
          value={month}
          max={running}
          onChange={(value) => change({ month: value }, { push: true })}
        />
      )}
      actions={(site) => <Actions site={site} month={month} />}
    >
      {(site) => <Statement key={site.siteId} site={site} month={month} />}
    </SiteFrame>
  );
}

function Statement({ site, month }: { readonly site: AssetSite; readonly month: string }) {
  const { data, error, refetch } = useQuery(statementQuery(site.siteId, month));
  if (error)
    return (
      <Panel>
        <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />
      </Panel>
    );
  if (!data)
    return (
      <Panel>
        <LoadingState height={640} />
      </Panel>
    );
  return (
    <>
      {data.issued && <IssuedPanel issued={data.issued} statement={data} />}
      <StatementSheet statement={data} />
    </>
  );
}

function Actions({ site, month }: { readonly site: AssetSite; readonly month: string }) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const client = useQueryClient();
  const may = useMay('archive.storageStation.settle');
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(statementQuery(site.siteId, month));
  const key = { siteId: site.siteId, month };
  const act = async (path: string, words: { title: string; text: string }): Promise<void> => {
    if (!(await confirm(words))) return;
    setBusy(true);
    try {
      await post<SettlementStatement>(`${STRATEGY}/${path}`, key);
      if (path === 'issueSettlement') notify('success', t('issuedDone'));
      await client.invalidateQueries({ queryKey: ['assets', `${STRATEGY}/getSettlement`] });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <GoLink goal={{ to: '/SDNGuangchuchong/CostBenefitAnalysis', search: { site: site.siteId } }}>
        {t('back')}
      </GoLink>
      <Button disabled={!data} onClick={() => void saveFile(`${STRATEGY}/exportSettlement`, key)}>
        {t('export')}
      </Button>
      <Button
        disabled={!data}
        onClick={() => void saveFile(`${STRATEGY}/exportSettlement`, { ...key, format: 'pdf' })}
      >
        PDF
      </Button>
      <Button disabled={!data} onClick={() => window.print()}>
        {t('print')}
      </Button>
      {may && data && !data.issued && (
        <Button
          kind="primary"
          disabled={busy || data.settlement.unfinished}
          title={data.settlement.unfinished ? t('unfinished') : undefined}
          onClick={() =>
            void act('issueSettlement', { title: t('issueTitle', { month }), text: t('issueText') })
          }
        >
          {t('issue')}
        </Button>
      )}
      {may && data?.issued && (
        <Button
          disabled={busy}
          onClick={() =>
            void act('revokeSettlement', { title: t('revokeTitle', { month }), text: t('revokeText') })
          }
        >
          {t('revoke')}
        </Button>
      )}
    </>
  );
}

import { STAT_TYPE } from '#contract/upload.ts';
import { useState } from 'react';
import { useAddress } from '#web/address.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { WithProvenance } from '#web/ui/ProvenanceDrawer.tsx';
import type { PlatformHead } from '../contract.ts';
import { BatchPanel } from './BatchPanel.tsx';
import { isOpen } from './calls.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { DryDialog } from './DryDialog.tsx';
import { FigurePanel, readFigures } from './FigurePanel.tsx';
import { Frame } from './Frame.tsx';
import { PlatformPanel } from './PlatformPanel.tsx';
import { ReceiptDrawer } from './ReceiptDrawer.tsx';
import kit from '#web/ui/kit.module.css';
import { StartDialog } from './StartDialog.tsx';
import { useReportTexts } from './useArea.ts';

/** A platform: how it stands, the check before reporting, the batch under way and its figures. */
export default function ManagerPage() {
  return <Frame actions={(head) => <Actions head={head} />}>{(head) => <Manager head={head} />}</Frame>;
}

function Actions({ head }: { readonly head: PlatformHead }) {
  const t = useReportTexts();
  const may = useMay('yunshui.uploadRecord.send');
  const [shown, show] = useState<'start' | 'dry' | null>(null);
  return (
    <>
      <Button onClick={() => show('dry')}>{t('dryRun')}</Button>
      {may && (
        <Button kind="primary" onClick={() => show('start')}>
          {t('start')}
        </Button>
      )}
      {shown === 'start' && <StartDialog head={head} onClose={() => show(null)} />}
      {shown === 'dry' && (
        <DryDialog params={{ platformId: head.id, statType: STAT_TYPE.day }} onClose={() => show(null)} />
      )}
    </>
  );
}

function Manager({ head }: { readonly head: PlatformHead }) {
  const [{ figure }, change] = useAddress(readFigures);
  const { batch, timeZone } = head;
  return (
    <WithProvenance
      provenance={
        figure !== null && (
          <ReceiptDrawer id={figure} timeZone={timeZone} onClose={() => change({ figure: undefined })} />
        )
      }
    >
      <div className={kit.stack}>
        <PlatformPanel head={head} />
        <CheckPanel platformId={head.id} statType="1" date={null} />
        <BatchPanel batch={batch} timeZone={timeZone} />
        {batch && batch.counts.total > 0 && (
          <FigurePanel recordId={batch.uploadRecordId} open={isOpen(batch.state)} />
        )}
      </div>
    </WithProvenance>
  );
}

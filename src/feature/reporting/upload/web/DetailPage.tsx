import { useQuery } from '@tanstack/react-query';
import { type RawAddress, useAddress } from '#web/address.ts';
import { currentLanguage } from '#web/text/language.ts';
import { shownName } from '#web/text/secondName.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { WithProvenance } from '#web/ui/ProvenanceDrawer.tsx';
import type { BatchLine, PlatformHead } from '../contract.ts';
import { halfIn } from '#contract/inBoth.ts';
import { BatchPanel } from './BatchPanel.tsx';
import { isOpen, recordQuery } from './calls.ts';
import { FigurePanel, readFigures } from './FigurePanel.tsx';
import { Frame } from './Frame.tsx';
import { ReceiptDrawer } from './ReceiptDrawer.tsx';
import type { RecordRow } from './record.ts';
import kit from '#web/ui/kit.module.css';
import { useReportTexts } from './useArea.ts';

const readRecord = (raw: RawAddress) => {
  const id = Number(raw['record']);
  return { record: Number.isInteger(id) && id > 0 ? id : null };
};

/** The figures of one batch; without one in the address those of the last. */
export default function DetailPage() {
  return <Frame>{(head, at) => <Detail head={head} at={at} />}</Frame>;
}

function Detail({ head, at }: { readonly head: PlatformHead; readonly at: string }) {
  const t = useReportTexts();
  const [{ record }] = useAddress(readRecord);
  const [{ figure }, change] = useAddress(readFigures);
  const id = record ?? head.batch?.uploadRecordId ?? null;
  const answer = useQuery(recordQuery(id));
  if (id === null)
    return (
      <Panel>
        <EmptyState why={t('noRecord')} next={t('noBatchNext')} height={240} />
      </Panel>
    );
  if (answer.isError) return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <LoadingState />;
  const { timeZone } = head;
  return (
    <WithProvenance
      provenance={
        figure !== null && (
          <ReceiptDrawer id={figure} timeZone={timeZone} onClose={() => change({ figure: undefined })} />
        )
      }
    >
      <div className={kit.stack}>
        <p className={kit.bar}>
          <GoLink goal={{ to: `${at}/SDNDataUploadRecord`, search: { platform: head.id } }}>
            {t('back')}
          </GoLink>
        </p>
        <BatchPanel batch={lineOf(answer.data, head)} timeZone={timeZone} />
        <FigurePanel recordId={id} open={isOpen(answer.data.recordState)} />
      </div>
    </WithProvenance>
  );
}

/** A batch of the list as the panel shows it; the one under way is told more exactly by its platform. */
function lineOf(row: RecordRow, { batch }: PlatformHead): BatchLine {
  if (batch?.uploadRecordId === row.id) return batch;
  const { total, acknowledged, refused, unknown, held, skipped } = row;
  const settled = acknowledged + refused + held;
  return {
    key: '',
    process:
      row.recordState === 'done' ? 1 : total === 0 ? 0 : Math.floor((settled / total) * 10_000) / 10_000,
    state: row.recordState,
    uploadRecordId: row.id,
    counts: { total, acknowledged, refused, unknown, held, skipped },
    message: halfIn(row.message, currentLanguage()),
    name: shownName(row.recordName, row.recordNameEn),
    trigger: row.triggerKind,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    startedBy: halfIn(row.startedBy, currentLanguage()),
  };
}

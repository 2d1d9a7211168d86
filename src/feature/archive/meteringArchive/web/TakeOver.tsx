import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/define.ts';
import { post } from '#web/api.ts';
import { callOf, rowsChanged } from '#web/resource/rows.ts';
import type { ToolbarProps } from '#web/resource/slot.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import type { ListComparison } from '../contract.ts';
import styles from './TakeOver.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

/** A button that makes a list which is handed in from the archive's own rows, after telling what it would do. */
export function TakeOver({ resource }: ToolbarProps) {
  const t = useArchiveTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('takeOver')}</Button>
      {open && <TakeOverDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  );
}

function TakeOverDialog({
  resource,
  onClose,
}: {
  readonly resource: Resource;
  readonly onClose: () => void;
}) {
  const t = useArchiveTexts();
  const { consumer } = useConsumer();
  const [busy, setBusy] = useState(false);
  const orgId = consumer?.orgId ?? null;
  const answer = useQuery({
    queryKey: [resource.area, resource.name, 'testFind', orgId],
    queryFn: () => post<ListComparison>(callOf(resource, 'testFind'), { orgId }, { quiet: true }),
  });
  const write = async (): Promise<void> => {
    setBusy(true);
    try {
      const done = await post<{ added: number; changed: number }>(callOf(resource, 'takeOver'), { orgId });
      notify('success', t('taken', done));
      onClose();
      await rowsChanged();
    } catch {
      // The refusal was told; the dialog stays.
    } finally {
      setBusy(false);
    }
  };
  const writable = answer.data ? answer.data.missing.length + answer.data.different.length : 0;
  return (
    <Dialog
      title={t('takeOverTitle')}
      width={520}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy || writable === 0} onClick={() => void write()}>
            {t('write')}
          </Button>
        </>
      }
    >
      {answer.isPending ? (
        <LoadingState height={120} />
      ) : answer.isError ? (
        <ErrorState what={answer.error.message} height={120} />
      ) : (
        <Comparison {...answer.data} />
      )}
    </Dialog>
  );
}

/** So many titles are told of each kind. */
const TOLD = 8;

function Comparison({ agrees, missing, different, extra }: ListComparison) {
  const t = useArchiveTexts();
  const kinds = [
    ['missing', missing],
    ['different', different],
    ['extra', extra],
  ] as const;
  return (
    <>
      <p>{t('agrees', { n: agrees })}</p>
      {missing.length + different.length === 0 && <p>{t('nothingToDo')}</p>}
      {kinds.map(([kind, rows]) =>
        rows.length === 0 ? null : (
          <section key={kind} className={styles.kind}>
            <h3>{t(kind, { n: rows.length })}</h3>
            <p>
              {rows
                .slice(0, TOLD)
                .map(({ title }) => title)
                .join(' · ')}
              {rows.length > TOLD && ' …'}
            </p>
          </section>
        ),
      )}
    </>
  );
}

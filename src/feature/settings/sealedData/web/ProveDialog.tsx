import { type FormEvent, useId, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { type Proof, ProofFields } from '#web/session/ProofFields.tsx';
import { useSession } from '#web/session/session.ts';
import { refreshTasks } from '#web/shell/task.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { utcDate } from '#domain/time/date.ts';
import type { ReadingExport } from '../contract.ts';
import type { texts } from './texts.ts';

/** What is asked for with the own password. */
export type Act = 'remove' | 'bringBack' | 'dropFiles';

/** Where figures are final once readings before a month are gone: the month behind it. */
const closedOf = (before: string): string => {
  const date = new Date(`${before}T00:00:00Z`);
  return utcDate(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
};

/** Says what an act does, and asks for the password and the code of whoever does it. */
export function ProveDialog({
  act,
  one,
  onClose,
}: {
  readonly act: Act;
  readonly one: ReadingExport;
  readonly onClose: () => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  const { secondFactor } = useSession();
  const id = useId();
  const [typed, setTyped] = useState<Proof>({ password: '', code: '' });
  const [faults, setFaults] = useState<Partial<Proof>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.password === '') return setFaults({ password: t('required') });
    setBusy(true);
    try {
      await post(`sys/readingExport/${act}`, { id: one.id, ...typed }, { quiet: true });
      notify('success', act === 'dropFiles' ? t('dropped') : t('started'));
      void refreshTasks();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFaults({ [error.field === 'code' ? 'code' : 'password']: error.message });
      setBusy(false);
    }
  };
  return (
    <Dialog
      alert
      title={t(act)}
      width={520}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind={act === 'bringBack' ? 'primary' : 'danger'} type="submit" form={id} disabled={busy}>
            {t(act)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <p>{t(`${act}Text`, { month: one.before.slice(0, 7), closed: closedOf(one.before) })}</p>
        <ProofFields
          typed={typed}
          faults={faults}
          withCode={secondFactor === true}
          onType={(name, value) => {
            setTyped((now) => ({ ...now, [name]: value }));
            setFaults({});
          }}
        />
      </form>
    </Dialog>
  );
}

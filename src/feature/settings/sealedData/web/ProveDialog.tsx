import { type FormEvent, useId, useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { SecondCode } from '#web/session/SecondCode.tsx';
import { useSession } from '#web/session/session.ts';
import { TextBox } from '#web/session/TextBox.tsx';
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

interface Typed {
  readonly password: string;
  readonly code: string;
}

/** The own password, and the code of a second factor. */
function Proof({
  typed,
  fault,
  onType,
}: {
  readonly typed: Typed;
  readonly fault: Partial<Typed>;
  readonly onType: (name: keyof Typed, value: string) => void;
}) {
  const t = useTexts<typeof texts>('sealedData');
  const { user, secondFactor } = useSession();
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={user.userName} readOnly />
      <TextBox
        label={t('ownPassword')}
        name="password"
        secret
        focus
        autoComplete="current-password"
        value={typed.password}
        onChange={(value) => onType('password', value)}
        fault={fault.password}
      />
      {secondFactor && (
        <SecondCode value={typed.code} onChange={(value) => onType('code', value)} fault={fault.code} />
      )}
    </>
  );
}

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
  const id = useId();
  const [typed, setTyped] = useState<Typed>({ password: '', code: '' });
  const [fault, setFault] = useState<Partial<Typed>>({});
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.password === '') return setFault({ password: t('required') });
    setBusy(true);
    try {
      await post(`sys/readingExport/${act}`, { id: one.id, ...typed }, { quiet: true });
      notify('success', act === 'dropFiles' ? t('dropped') : t('started'));
      void refreshTasks();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault({ [error.field === 'code' ? 'code' : 'password']: error.message });
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
        <Proof
          typed={typed}
          fault={fault}
          onType={(name, value) => {
            setTyped((now) => ({ ...now, [name]: value }));
            setFault({});
          }}
        />
      </form>
    </Dialog>
  );
}

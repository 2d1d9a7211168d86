import { type ReactNode, useId, useState } from 'react';
import { ApiError } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { refreshReporting } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { useReportTexts } from './useArea.ts';

export interface DialogFormProps {
  readonly title: string;
  readonly okText: string;
  readonly danger?: boolean;
  readonly onClose: () => void;
  /** What is done; what it throws of the server's is told in the dialog, which stays. */
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A dialog with a form: done by its button or the enter key, closed when it is done. */
export function DialogForm({ title, okText, danger, onClose, onSubmit, children }: DialogFormProps) {
  const t = useReportTexts();
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
      return;
    } finally {
      setBusy(false);
    }
    onClose();
    await refreshReporting();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      {...(danger ? { alert: true } : {})}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" form={id} disabled={busy}>
            {okText}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={kit.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
        {children}
      </form>
    </Dialog>
  );
}

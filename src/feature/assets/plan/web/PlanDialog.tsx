import { type ReactNode, useId, useState } from 'react';
import { ApiError } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { refreshPlans } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { usePlanTexts } from './usePlan.ts';

export interface PlanDialogProps {
  readonly title: string;
  readonly okText: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onClose: () => void;
  /** What is done; what the server refuses is told in the dialog, which stays. */
  readonly onSubmit: () => Promise<void>;
  readonly children: ReactNode;
}

/** A dialog with a form: done by its button or the enter key, closed when it is done. */
export function PlanDialog({
  title,
  okText,
  danger,
  disabled,
  onClose,
  onSubmit,
  children,
}: PlanDialogProps) {
  const t = usePlanTexts();
  const id = useId();
  const { problem, busy, submit } = useSubmit(onSubmit, onClose);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            form={id}
            disabled={busy || disabled === true}
          >
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

/** Does what a dialog is for; what the server refuses is kept to be told. */
function useSubmit(onSubmit: () => Promise<void>, onClose: () => void) {
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
    await refreshPlans();
  };
  return { problem, busy, submit };
}

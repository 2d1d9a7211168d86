import { Input } from 'antd';
import { useId, useState } from 'react';
import { ApiError, type Params } from '#web/api.ts';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { REQUEST_ACTIONS } from '#contract/workflow.ts';
import type { RequestAction } from '#contract/workflow.ts';
import type { RequestDetail, TurnTarget } from '../contract.ts';
import { actOn } from './calls.ts';
import { ParamInputs, type Filled } from './ParamInputs.tsx';
import { TurnSelect } from './TurnSelect.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

export type DialogAction = Exclude<RequestAction, 'stop' | 'callback' | 'read'>;

export interface ActionDialogProps {
  readonly action: DialogAction;
  readonly detail: RequestDetail;
  readonly onClose: () => void;
}

const LONGEST_NOTE = 300;

/** Asks for what an action needs: words, what is to be filled in, to whom it goes. Stays open while it is refused. */
export function ActionDialog({ action, detail, onClose }: ActionDialogProps) {
  const t = useWorkflowTexts();
  const say = useText();
  const id = useId();
  const sends = action === 'apply' || action === 'reapply';
  const query = sends ? detail.asked : action === 'agreeWithParams' ? detail.fields : [];
  const [before] = useState<Filled>(() =>
    sends
      ? Object.fromEntries(
          detail.params.filter((one) => one.node === null).map((one) => [one.code, one.value]),
        )
      : {},
  );
  const [values, setValues] = useState(before);
  const [note, setNote] = useState('');
  const [to, setTo] = useState<TurnTarget | null>(null);
  const [fault, setFault] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const filled = Object.keys(values).some((code) => values[code] !== (before[code] ?? ''));
  const close = useDiscard(filled || note !== '' || to !== null, onClose);
  const field = fault?.field;
  const problems = fault && query.some((one) => one.code === field) ? { [field ?? '']: fault.message } : {};
  const shown = field === undefined || !(field in problems) ? fault : null;

  const submit = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    const params: Params = {
      id: detail.id,
      version: detail.version,
      ...(sends ? {} : { note }),
      ...(query.length > 0 ? { params: JSON.stringify(values) } : {}),
      ...(action === 'turn' ? { kind: to?.kind, target: to?.id } : {}),
    };
    try {
      await actOn(action === 'turn' ? 'turnOrg' : action, params);
      notify('success', t(sends ? 'applied' : 'acted'));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={`${say(REQUEST_ACTIONS[action])} · ${detail.title}`}
      width={560}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            kind={action === 'disagree' ? 'danger' : 'primary'}
            type="submit"
            form={id}
            disabled={busy || (action === 'turn' && !to)}
          >
            {say(REQUEST_ACTIONS[action])}
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
        {shown && (
          <p className={styles.refusal} role="alert">
            {shown.message}
          </p>
        )}
        {action === 'turn' && <TurnSelect requestId={detail.id} value={to} onChange={setTo} />}
        <ParamInputs asked={query} values={values} onChange={setValues} problems={problems} />
        {!sends && (
          <div className={styles.field}>
            <label htmlFor={`${id}-note`}>
              {action === 'disagree' && (
                <span className={styles.star} aria-hidden="true">
                  *
                </span>
              )}
              {t(action === 'disagree' ? 'noteWhy' : 'note')}
            </label>
            <Input.TextArea
              id={`${id}-note`}
              autoSize={{ minRows: 3, maxRows: 8 }}
              maxLength={LONGEST_NOTE}
              value={note}
              aria-required={action === 'disagree'}
              aria-invalid={field === 'note'}
              {...(action === 'disagree' ? {} : { placeholder: t('noteOptional') })}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
        )}
      </form>
    </Dialog>
  );
}

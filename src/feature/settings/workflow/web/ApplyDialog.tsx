import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { ApiError } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { actOn, startableQuery } from './calls.ts';
import { ParamInputs, type Filled } from './ParamInputs.tsx';
import { StepLine } from './StepLine.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import styles from './Workflow.module.css';

const LONGEST_TITLE = 120;

/** A new request: which workflow, what it is called, what it asks for; the way that it will go is shown before. */
export function ApplyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWorkflowTexts();
  const id = useId();
  const navigate = useNavigate();
  const { consumer } = useConsumer();
  const startable = useQuery(startableQuery(useLanguage()));
  const [code, setCode] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [values, setValues] = useState<Filled>({});
  const [fault, setFault] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const list = startable.data ?? [];
  const chosen = list.find((one) => one.code === code) ?? (list.length === 1 ? list[0] : undefined);
  const problems =
    fault?.field && chosen?.params.some((one) => one.code === fault.field)
      ? { [fault.field]: fault.message }
      : {};

  const send = async (verb: 'apply' | 'saveDraft'): Promise<void> => {
    if (!chosen) return;
    setBusy(true);
    setFault(null);
    try {
      const { id: made } = await actOn<{ id: number }>(verb, {
        workflowId: chosen.id,
        title,
        params: JSON.stringify(values),
        ...(consumer ? { consumerId: consumer.orgId } : {}),
      });
      notify('success', t(verb === 'apply' ? 'applied' : 'saved'));
      onClose();
      await navigate({ to: '/SDNSysAdmin/SDNWorkflowRequest/$id', params: { id: String(made) } } as never);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t('apply')}
      width={640}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button disabled={busy || !chosen} onClick={() => void send('saveDraft')}>
            {t('saveDraft')}
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={busy || !chosen}>
            {t('send')}
          </Button>
        </>
      }
    >
      {startable.isError ? (
        <ErrorState what={startable.error.message} onRetry={() => void startable.refetch()} height={160} />
      ) : !startable.data ? (
        <LoadingState height={160} />
      ) : list.length === 0 ? (
        <EmptyState why={t('noWorkflow')} height={160} />
      ) : (
        <form
          id={id}
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void send('apply');
          }}
        >
          {fault && !fault.field && (
            <p className={styles.refusal} role="alert">
              {fault.message}
            </p>
          )}
          <div className={styles.field}>
            <label htmlFor={`${id}-workflow`}>{t('workflow')}</label>
            <Select
              id={`${id}-workflow`}
              style={{ width: '100%' }}
              placeholder={t('chooseWorkflow')}
              value={chosen?.code ?? null}
              options={list.map((one) => ({ value: one.code, label: one.name }))}
              onChange={(next: string) => {
                setCode(next);
                setFault(null);
              }}
            />
          </div>
          {chosen && (
            <>
              {chosen.info && <p className={styles.quiet}>{chosen.info}</p>}
              <StepLine steps={chosen.nodes.map((node) => ({ ...node, mode: null, place: 'wait' }))} />
              <div className={styles.field}>
                <label htmlFor={`${id}-title`}>
                  <span className={styles.star} aria-hidden="true">
                    *
                  </span>
                  {t('title')}
                </label>
                <Input
                  id={`${id}-title`}
                  value={title}
                  maxLength={LONGEST_TITLE}
                  aria-required
                  aria-invalid={fault?.field === 'title'}
                  onChange={(event) => setTitle(event.target.value)}
                />
                {fault?.field === 'title' && (
                  <p className={styles.problem} role="alert">
                    {fault.message}
                  </p>
                )}
              </div>
              <ParamInputs asked={chosen.params} values={values} onChange={setValues} problems={problems} />
              {fault?.field && fault.field !== 'title' && !(fault.field in problems) && (
                <p className={styles.refusal} role="alert">
                  {fault.message}
                </p>
              )}
            </>
          )}
        </form>
      )}
    </Dialog>
  );
}

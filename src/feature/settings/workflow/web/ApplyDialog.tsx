import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { Startable } from '../contract.ts';
import { startableQuery } from './calls.ts';
import { ParamInputs } from './ParamInputs.tsx';
import { StepLine } from './StepLine.tsx';
import { type Application, useApply } from './useApply.ts';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Workflow.module.css';

const LONGEST_TITLE = 120;

/** A new request: which workflow, what it is called, what it asks for; the way that it will go is shown before. */
export function ApplyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useWorkflowTexts();
  const id = useId();
  const startable = useQuery(startableQuery(useLanguage()));
  const list = startable.data ?? [];
  const form = useApply(list, onClose);
  const close = useDiscard(form.unsaved, onClose);
  return (
    <Dialog
      title={t('apply')}
      width={640}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button disabled={form.busy || !form.chosen} onClick={() => void form.send('saveDraft')}>
            {t('saveDraft')}
          </Button>
          <Button kind="primary" type="submit" form={id} disabled={form.busy || !form.chosen}>
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
        <ApplyForm id={id} form={form} list={list} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly id: string;
  readonly form: Application;
}

function ApplyForm({ id, form, list }: FormProps & { readonly list: readonly Startable[] }) {
  const t = useWorkflowTexts();
  const { fault } = form;
  return (
    <form
      id={id}
      noValidate
      className={kit.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void form.send('apply');
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
          value={form.chosen?.code ?? null}
          options={list.map((one) => ({ value: one.code, label: one.name }))}
          onChange={form.choose}
        />
      </div>
      {form.chosen && <Asked id={id} form={form} chosen={form.chosen} />}
    </form>
  );
}

/** What the chosen workflow asks for, and the way that the request will go. */
function Asked({ id, form, chosen }: FormProps & { readonly chosen: Startable }) {
  const { fault, values, setValues } = form;
  const problems =
    fault?.field && chosen.params.some((one) => one.code === fault.field)
      ? { [fault.field]: fault.message }
      : {};
  return (
    <>
      {chosen.info && <p className={kit.quiet}>{chosen.info}</p>}
      <StepLine steps={chosen.nodes.map((node) => ({ ...node, mode: null, place: 'wait' }))} />
      <Title id={id} form={form} />
      <ParamInputs asked={chosen.params} values={values} onChange={setValues} problems={problems} />
      {fault?.field && fault.field !== 'title' && !(fault.field in problems) && (
        <p className={styles.refusal} role="alert">
          {fault.message}
        </p>
      )}
    </>
  );
}

function Title({ id, form: { title, setTitle, fault } }: FormProps) {
  const t = useWorkflowTexts();
  return (
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
  );
}

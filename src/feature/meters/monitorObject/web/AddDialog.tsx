import { useId, useState, type FormEvent } from 'react';
import { ApiError, post, type Params } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { AddFields, type AddValue } from './AddFields.tsx';
import kit from '#web/ui/kit.module.css';
import type { Adding } from './ObjectTreePage.tsx';
import { useObjectTexts } from './useObjectTexts.ts';

interface AddDialogProps {
  readonly adding: Adding;
  readonly parentName: string | null;
  readonly consumerId: number;
  readonly onClose: () => void;
  readonly onAdded: (id: number) => Promise<void>;
}

const VERBS = { 0: 'addMonitorSite', 1: 'addLocationArea', 2: 'addDevice', 3: 'addGroupAmmeter' } as const;
const TITLES = { 0: 'add0', 1: 'add1', 2: 'add2', 3: 'add3' } as const;

/** Adds an object: a station of a site, a location, equipment, a group of meters. */
export function AddDialog({ adding, parentName, consumerId, onClose, onAdded }: AddDialogProps) {
  const t = useObjectTexts();
  const id = useId();
  const { category } = adding;
  const { values, set, problem, busy, send } = useAdding(adding, consumerId, onAdded);
  const what = t(TITLES[category]);
  return (
    <Dialog
      width={560}
      title={parentName === null ? what : t('addTitle', { name: parentName, what: what.toLowerCase() })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy}>
            {t(busy ? 'saving' : 'save')}
          </Button>
        </>
      }
    >
      <form id={id} className={kit.stack} noValidate onSubmit={(event) => void send(event)}>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem.text}
          </p>
        )}
        <AddFields
          id={id}
          category={category}
          consumerId={consumerId}
          values={values}
          refused={problem?.field}
          set={set}
        />
      </form>
    </Dialog>
  );
}

/** The values of a new object, and sending them. */
function useAdding({ category, parentId }: Adding, consumerId: number, onAdded: AddDialogProps['onAdded']) {
  const t = useObjectTexts();
  const [values, setValues] = useState<Readonly<Record<string, AddValue>>>({});
  const [problem, setProblem] = useState<{
    readonly field: string | undefined;
    readonly text: string;
  } | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (name: string, value: AddValue): void => {
    setValues((now) => ({ ...now, [name]: value }));
    setProblem(null);
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const params: Params = { ...values, ...(parentId === null ? {} : { parentId }), consumerId } as Params;
      const { id: added } = await post<{ id: number }>(`archive/monitorObject/${VERBS[category]}`, params, {
        quiet: true,
      });
      notify('success', t('added'));
      await onAdded(added);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem({ field: error.field, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  return { values, set, problem, busy, send };
}

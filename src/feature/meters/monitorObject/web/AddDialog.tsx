import { useId, useState, type FormEvent } from 'react';
import { device } from '#resource/archive/device.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { ApiError, post, type Params } from '#web/api.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import styles from './Object.module.css';
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
  const say = useText();
  const id = useId();
  const { category, parentId } = adding;
  const [values, setValues] = useState<Readonly<Record<string, string | number | readonly number[] | null>>>(
    {},
  );
  const [problem, setProblem] = useState<{
    readonly field: string | undefined;
    readonly text: string;
  } | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (name: string, value: string | number | readonly number[] | null): void => {
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
  const text = (name: string, label: string, hint?: string) => (
    <label className={styles.field}>
      {label}
      <input
        id={`${id}-${name}`}
        value={String(values[name] ?? '')}
        maxLength={60}
        aria-invalid={problem?.field === name}
        onChange={(event) => set(name, event.target.value)}
      />
      {hint && <small>{hint}</small>}
    </label>
  );
  const pick = (
    name: 'siteId' | 'monitorObjectTypeId' | 'deviceId' | 'ammeterIdList',
    as: string,
    label: string,
  ) => {
    const many = name === 'ammeterIdList';
    const value = values[as];
    return (
      <div className={styles.field}>
        <label htmlFor={`${id}-${as}`}>{label}</label>
        <Picker
          id={`${id}-${as}`}
          field={monitorObject.fields[name]}
          ids={Array.isArray(value) ? value : typeof value === 'number' ? [value] : []}
          onChange={(ids) => set(as, many ? ids : (ids[0] ?? null))}
          multiple={many}
          consumerId={consumerId}
          label={label}
          clearable
        />
      </div>
    );
  };
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
      <form id={id} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem.text}
          </p>
        )}
        {category === '0' ? (
          pick('siteId', 'siteId', t('site'))
        ) : (
          <>
            {category === '2' && pick('deviceId', 'deviceId', t('device'))}
            {text('orgName', t('name'))}
            {category === '2' && values['deviceId'] == null && (
              <>
                {text('deviceCode', t('deviceCode'), t('deviceHint'))}
                <label className={styles.field}>
                  {say(device.fields.deviceClass.label)}
                  <select
                    value={String(values['deviceClass'] ?? '1')}
                    onChange={(event) => set('deviceClass', event.target.value)}
                  >
                    {Object.entries(device.fields.deviceClass.options ?? {}).map(([code, label]) => (
                      <option key={code} value={code}>
                        {say(label)}
                      </option>
                    ))}
                  </select>
                </label>
              </>
            )}
            {category === '3' && pick('ammeterIdList', 'ammeterIds', t('meters'))}
            {text('orgCode', t('code'), t('codeHint'))}
            {pick('monitorObjectTypeId', 'monitorObjectTypeId', t('type'))}
          </>
        )}
      </form>
    </Dialog>
  );
}

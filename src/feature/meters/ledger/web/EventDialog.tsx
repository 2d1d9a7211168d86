import { useQuery } from '@tanstack/react-query';
import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useDeferredValue, useId, useState, type ReactNode } from 'react';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { timeAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { ApiError } from '#web/api.ts';
import { useDiscard } from '#web/resource/useDiscard.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { BEGINNING, type LedgerRow, type Life } from '../contract.ts';
import { multiplierOf } from '../domain/life.ts';
import { seenOf } from '../domain/seen.ts';
import { effectQuery, writeEvent } from './calls.ts';
import { EffectTable } from './EffectTable.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './MeterLife.module.css';
import { useLedgerTexts } from './useLedgerTexts.ts';

/** What the dialog works on: a new event (null), one that is edited, or one that is to go. */
export interface Editing {
  readonly row: LedgerRow | null;
  readonly del: boolean;
}

export interface EventDialogProps {
  readonly life: Life;
  readonly editing: Editing;
  readonly onClose: () => void;
}

const DECIMAL = /^\d{1,15}(\.\d{1,9})?$/;

/** The fields of an event as they are typed. */
function draftOf(life: Life, row: LedgerRow | null) {
  const index = life.rows.findIndex((one) => one.id === row?.id);
  const like = row ?? life.rows.at(-1);
  const before = index > 0 ? life.rows[index - 1] : undefined;
  return {
    from: row?.from ?? (life.rows.length === 0 ? BEGINNING : Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS),
    sameDevice: row ? before !== undefined && row.serial !== null && row.serial === before.serial : false,
    serial: row?.serial ?? '',
    ct: like?.ct ?? '1',
    pt: like?.pt ?? '1',
    primary: like?.primary ?? false,
    correctionFactor: like?.correctionFactor ?? '1',
    registerWidth: String(like?.registerWidth ?? ''),
    startRegister: row?.startRegister ?? '',
    endBefore: before?.to === row?.from ? (before?.endRegister ?? '') : '',
    kind: like?.kind ?? ('register' as const),
    remark: row?.remark ?? '',
  };
}

/** An event of a meter's life with its effect on consumption, shown before anything is written. */
export function EventDialog({ life, editing: { row, del }, onClose }: EventDialogProps) {
  const t = useLedgerTexts();
  const [before] = useState(() => draftOf(life, row));
  const [draft, setDraft] = useState(before);
  const [expected] = useState(() => row && JSON.stringify(seenOf(life.rows, row)));
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useDiscard(JSON.stringify(draft) !== JSON.stringify(before), onClose);
  const zone = zoneOf(life.zone);
  const set = (part: Partial<typeof draft>): void => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const numbers = [draft.ct, draft.pt, draft.correctionFactor];
  const valid = numbers.every((text) => DECIMAL.test(text.trim()));
  const id = row?.id ?? undefined;
  const params = del
    ? { ammeterId: life.meterId, id, del: 1 }
    : {
        ...draft,
        sameDevice: draft.sameDevice ? 1 : 0,
        primary: draft.primary ? 1 : 0,
        ammeterId: life.meterId,
        ...(id ? { id } : {}),
      };
  const effect = useQuery({ ...effectQuery(useDeferredValue(params)), enabled: valid });
  const fault = problem ?? (effect.error instanceof ApiError ? effect.error : null);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await writeEvent(del ? 'del' : row ? 'edit' : 'add', { ...params, ...(expected && { expected }) });
      notify('success', t(del ? 'deleted' : 'saved'));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const input = (
    key:
      | 'serial'
      | 'ct'
      | 'pt'
      | 'correctionFactor'
      | 'registerWidth'
      | 'startRegister'
      | 'endBefore'
      | 'remark',
    disabled = false,
  ): ReactNode => (
    <Field label={t(key)}>
      {(fieldId) => (
        <Input
          id={fieldId}
          value={draft[key]}
          disabled={disabled}
          maxLength={key === 'remark' ? 300 : 60}
          {...(fault?.field === key ? { status: 'error' as const, 'aria-invalid': true } : {})}
          onChange={(event) => set({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      title={
        del
          ? t('del', { n: life.rows.findIndex((one) => one.id === row?.id) + 1 })
          : t(row ? 'dialogEdit' : 'dialogAdd')
      }
      onClose={close}
      width={640}
      foot={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            kind={del ? 'danger' : 'primary'}
            disabled={busy || !valid || effect.isError}
            onClick={() => void save()}
          >
            {t(del ? 'delete' : 'save')}
          </Button>
        </>
      }
    >
      {!del && (
        <div className={styles.form}>
          <Field label={t('from', { zone: life.zone })}>
            {(fieldId) => (
              <DatePicker
                id={fieldId}
                showTime={{ format: 'HH:mm' }}
                format="YYYY-MM-DD HH:mm"
                allowClear={false}
                disabled={draft.from === BEGINNING}
                value={dayjs(timeAt(life.zone, draft.from))}
                onChange={(at) =>
                  at && set({ from: zone.instantOf(Date.parse(`${at.format('YYYY-MM-DDTHH:mm')}:00Z`)) })
                }
              />
            )}
          </Field>
          <Check
            label={t('fromAlways')}
            value={draft.from === BEGINNING}
            onChange={(always) =>
              set({ from: always ? BEGINNING : Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS })
            }
          />
          {input('serial', draft.sameDevice)}
          <Check
            label={t('sameDevice')}
            value={draft.sameDevice}
            onChange={(sameDevice) => set({ sameDevice })}
          />
          {input('ct')}
          {input('pt')}
          <Check label={t('primaryValues')} value={draft.primary} onChange={(primary) => set({ primary })} />
          <p className={kit.note}>{valid ? t('product', { value: multiplierOf(draft) }) : t('badNumber')}</p>
          {input('correctionFactor')}
          {input('registerWidth')}
          {input('endBefore')}
          {input('startRegister')}
          <Field label={t('dataKind')}>
            {(fieldId) => (
              <Select
                id={fieldId}
                value={draft.kind}
                onChange={(kind) => set({ kind })}
                options={(['register', 'interval'] as const).map((value) => ({ value, label: t(value) }))}
              />
            )}
          </Field>
          {input('remark')}
        </div>
      )}
      {fault && <p role="alert">{fault.message}</p>}
      <h3 className={styles.subtitle}>{t('effect')}</h3>
      <div aria-live="polite" aria-busy={effect.isFetching}>
        {effect.data && !fault ? (
          <EffectTable effect={effect.data} unit={life.unit} />
        ) : (
          <p className={kit.note}>{fault ? '--' : t('counting')}</p>
        )}
      </div>
    </Dialog>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function Check({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

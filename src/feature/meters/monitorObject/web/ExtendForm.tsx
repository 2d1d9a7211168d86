import { useId, useState, type FormEvent } from 'react';
import { ApiError, post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { notify } from '#web/ui/notice.ts';
import type { ExtendValue } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

interface ExtendFormProps {
  readonly orgId: number;
  readonly fields: readonly ExtendValue[];
  readonly mayEdit: boolean;
  /** Resolves when the saved values are in view. */
  readonly onSaved: () => Promise<void>;
}

/** The form of an object's further fields, made from the fields of its type. */
export function ExtendForm({ orgId, fields, mayEdit, onSaved }: ExtendFormProps) {
  const t = useObjectTexts();
  const id = useId();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<{
    readonly field: string | undefined;
    readonly text: string;
  } | null>(null);
  const [busy, setBusy] = useState(false);
  const valueOf = (field: ExtendValue): string => typed[field.extendCode] ?? field.value ?? '';
  const set = (code: string, value: string): void => {
    setTyped((now) => ({ ...now, [code]: value }));
    setProblem(null);
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const values = JSON.stringify(typed);
      await post('archive/monitorObject/editExtend', { orgId, values }, { quiet: true });
      notify('success', t('saved'));
      await onSaved();
      setTyped({});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem({ field: error.field, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  const shown = (field: ExtendValue): string =>
    field.value === null
      ? MISSING
      : field.fieldType === 'flag'
        ? t(field.value === '1' ? 'yes' : 'no')
        : `${field.value} ${field.unit ?? ''}`;
  if (!mayEdit)
    return (
      <dl className={`${kit.facts} ${styles.facts}`}>
        {fields.map((field) => (
          <div key={field.extendCode} style={{ display: 'contents' }}>
            <dt>{field.extendName}</dt>
            <dd>{shown(field)}</dd>
          </div>
        ))}
      </dl>
    );
  const input = (field: ExtendValue) => {
    const common = {
      id: `${id}-${field.extendCode}`,
      value: valueOf(field),
      'aria-invalid': problem?.field === field.extendCode,
      'aria-required': field.required,
    };
    const options =
      field.fieldType === 'choice'
        ? field.options.map((one) => [one, one] as const)
        : field.fieldType === 'flag'
          ? ([
              ['1', t('yes')],
              ['0', t('no')],
            ] as const)
          : null;
    return options ? (
      <select {...common} onChange={(event) => set(field.extendCode, event.target.value)}>
        <option value="">{t('unset')}</option>
        {options.map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    ) : (
      <input
        {...common}
        type={field.fieldType === 'date' ? 'date' : 'text'}
        inputMode={field.fieldType === 'number' ? 'decimal' : 'text'}
        maxLength={255}
        onChange={(event) => set(field.extendCode, event.target.value)}
      />
    );
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      {problem && (
        <p role="alert" className={kit.fault}>
          {problem.text}
        </p>
      )}
      <div className={styles.grid}>
        {fields.map((field) => (
          <div key={field.extendCode} className={`${kit.stackTight} ${styles.field}`}>
            <label htmlFor={`${id}-${field.extendCode}`}>
              {field.extendName}
              {field.unit && ` (${field.unit})`}
              {field.required && ' *'}
            </label>
            {input(field)}
          </div>
        ))}
        <div>
          <Button kind="primary" type="submit" disabled={busy || Object.keys(typed).length === 0}>
            {t(busy ? 'saving' : 'save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import type { Text } from '#contract/text.ts';
import { ApiError, type Params, post } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import kit from '#web/ui/kit.module.css';
import styles from './StandardDialog.module.css';

export interface StandardField {
  readonly name: string;
  readonly label: Text;
  readonly unit?: string;
  readonly value: number | string | null;
  readonly options?: readonly { readonly value: string; readonly text: Text }[];
}

export interface StandardDialogProps {
  readonly title: Text;
  readonly fields: readonly StandardField[];
  /** The call that takes them, and whom they are about. */
  readonly call: string;
  readonly who: Params;
  /** What is said when it is done. */
  readonly done: Text;
  /** What an empty field means. */
  readonly hint: Text;
  readonly onClose: () => void;
}

/** Lines that a person sets; the analysis is asked again when it is done. */
export function StandardDialog({ title, fields, call, who, done, hint, onClose }: StandardDialogProps) {
  const text = useText();
  const queries = useQueryClient();
  const id = useId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value === null ? '' : String(value)])),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await post(call, { ...who, ...values }, { quiet: true });
      notify('success', text(done));
      onClose();
      await queries.invalidateQueries({ queryKey: ['analysis'] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  const change = (name: string, value: string): void => setValues({ ...values, [name]: value });
  return (
    <Dialog
      title={text(title)}
      width={420}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{text({ zh: '取消', en: 'Cancel' })}</Button>
          <Button kind="primary" type="submit" form={id} disabled={busy}>
            {text({ zh: '确认', en: 'Confirm' })}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={kit.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {fields.map(({ name, label, unit, options }) => (
          <label key={name} className={styles['field']}>
            <span>{text(label)}</span>
            {options ? (
              <Select
                allowClear
                getPopupContainer={(node) => node.closest('dialog') ?? document.body}
                aria-label={text(label)}
                value={values[name] === '' ? undefined : values[name]}
                options={options.map((option) => ({ value: option.value, label: text(option.text) }))}
                onChange={(value: string | undefined) => change(name, value ?? '')}
              />
            ) : (
              <Input
                inputMode="decimal"
                value={values[name]}
                {...(unit ? { suffix: unit } : {})}
                onChange={(event) => change(name, event.target.value)}
              />
            )}
          </label>
        ))}
        <p className={styles['hint']}>{text(hint)}</p>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  );
}

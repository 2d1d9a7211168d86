import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import type { ParamAsked } from '../contract.ts';
import { useWorkflowTexts } from './useWorkflowTexts.ts';
import styles from './Workflow.module.css';

export type Filled = Readonly<Record<string, string>>;

export interface ParamInputsProps {
  readonly asked: readonly ParamAsked[];
  readonly values: Filled;
  readonly onChange: (values: Filled) => void;
  /** Code → sentence. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What a workflow asks for, one input below another. */
export function ParamInputs({ asked: query, values, onChange, problems }: ParamInputsProps) {
  const id = useId();
  return query.map((one) => (
    <div key={one.code} className={styles.field}>
      <label htmlFor={`${id}-${one.code}`}>
        {one.required && (
          <span className={styles.star} aria-hidden="true">
            *
          </span>
        )}
        {one.name}
      </label>
      <ParamInput
        id={`${id}-${one.code}`}
        one={one}
        value={values[one.code] ?? ''}
        faulty={one.code in problems}
        onChange={(value) => onChange({ ...values, [one.code]: value })}
      />
      {problems[one.code] && (
        <p className={styles.problem} role="alert">
          {problems[one.code]}
        </p>
      )}
    </div>
  ));
}

interface ParamInputProps {
  readonly id: string;
  readonly one: ParamAsked;
  readonly value: string;
  readonly faulty: boolean;
  readonly onChange: (value: string) => void;
}

const LONGEST = 2000;

function ParamInput({ id, one, value, faulty, onChange }: ParamInputProps) {
  const t = useWorkflowTexts();
  const status = faulty ? { status: 'error' as const } : {};
  const common = { id, 'aria-invalid': faulty, 'aria-required': one.required, ...status };
  switch (one.type) {
    case 'date':
      return (
        <DatePicker
          {...common}
          style={{ width: '100%' }}
          value={value === '' ? null : dayjs(value)}
          onChange={(day) => onChange(day ? day.format('YYYY-MM-DD') : '')}
        />
      );
    case 'choice':
    case 'flag': {
      const options =
        one.type === 'flag'
          ? [
              { value: '1', label: t('yes') },
              { value: '0', label: t('no') },
            ]
          : one.options.map((option) => ({ value: option, label: option }));
      return (
        <Select
          {...common}
          style={{ width: '100%' }}
          allowClear
          placeholder={t('choose')}
          value={value === '' ? null : value}
          options={options}
          onChange={(next: string | null | undefined) => onChange(next ?? '')}
        />
      );
    }
    case 'integer':
    case 'decimal':
      return (
        <Input
          {...common}
          inputMode="decimal"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'text':
      return (
        <Input.TextArea
          {...common}
          autoSize={{ minRows: 1, maxRows: 8 }}
          maxLength={LONGEST}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

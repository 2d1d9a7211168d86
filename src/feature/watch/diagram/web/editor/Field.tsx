import { useId, useState } from 'react';
import editorStyles from './Editor.module.css';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly number?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly pattern?: RegExp;
  readonly help?: string;
  readonly options?: readonly string[];
  /** Words of the options. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A property in one line. It is taken when the field is left, or by Enter; what is not valid is marked and not taken. */
export function Field({
  label,
  value,
  onChange,
  number,
  least,
  most,
  pattern,
  help,
  options,
  names,
}: FieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? value;
  const amount = Number(text);
  const wrong =
    (number === true &&
      text !== '' &&
      (!Number.isFinite(amount) ||
        (least !== undefined && amount < least) ||
        (most !== undefined && amount > most))) ||
    (pattern !== undefined && !pattern.test(text));
  const take = (): void => {
    if (draft !== null && draft !== value && !wrong) onChange(draft);
    setDraft(null);
  };
  return (
    <label htmlFor={id} className={editorStyles.row}>
      <span>{label}</span>
      {options ? (
        <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((one) => (
            <option key={one} value={one}>
              {names?.[one] ?? (one === '' ? '—' : one)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className={editorStyles.field}
          value={text}
          inputMode={number ? 'decimal' : undefined}
          maxLength={300}
          aria-invalid={wrong || undefined}
          title={help}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take();
            if (event.key === 'Escape') setDraft(null);
          }}
        />
      )}
    </label>
  );
}

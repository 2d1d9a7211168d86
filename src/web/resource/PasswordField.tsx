import { Input } from 'antd';
import styles from './ResourceForm.module.css';

export interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code';
}

/** A required password with its label and what is wrong with it. */
export function PasswordField({ id, label, value, onChange, problem, autoComplete }: PasswordFieldProps) {
  return (
    <div className={`${styles.field} ${styles.spaced}`}>
      <label htmlFor={id}>
        <span className={styles.star} aria-hidden="true">
          *
        </span>
        {label}
      </label>
      <Input.Password
        id={id}
        value={value}
        autoComplete={autoComplete}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-said` : undefined}
        {...(problem ? { status: 'error' as const } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && (
        <p id={`${id}-said`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

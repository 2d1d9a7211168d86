import EyeInvisibleOutlined from '@ant-design/icons-svg/es/asn/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons-svg/es/asn/EyeOutlined';
import { useId, useState, type HTMLInputAutoCompleteAttribute } from 'react';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './LoginForm.module.css';

export interface TextBoxProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault?: string | undefined;
  /** One sentence below, while nothing is wrong. */
  readonly help?: string;
  readonly icon?: Parameters<typeof Icon>[0]['icon'];
  /** Letters stay hidden until they are asked for. */
  readonly secret?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'text' | 'tel' | 'email' | 'numeric';
  readonly optional?: boolean;
  readonly focus?: boolean;
  readonly maxLength?: number;
}

/** One line of a form outside the shell, its error under it. */
export function TextBox(props: TextBoxProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('session');
  const { label, fault, help, icon, secret, optional } = props;
  const [visible, setVisible] = useState(false);
  const id = useId();
  const said = fault ?? help;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>{t('optional')}</span>}
      </label>
      <span className={styles.box}>
        {icon && <Icon icon={icon} />}
        <input
          id={id}
          type={secret && !visible ? 'password' : 'text'}
          name={props.name}
          autoComplete={props.autoComplete}
          inputMode={props.inputMode}
          maxLength={props.maxLength}
          autoCapitalize="none"
          spellCheck={false}
          // The page's first field: whoever comes here comes to fill it in.
          ref={props.focus ? focusOnce : undefined}
          aria-invalid={fault !== undefined}
          aria-describedby={said ? `${id}-said` : undefined}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {secret && (
          <Button
            kind="icon"
            aria-label={t('showPassword')}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            <Icon icon={visible ? EyeOutlined : EyeInvisibleOutlined} />
          </Button>
        )}
      </span>
      <div
        id={`${id}-said`}
        className={fault ? styles.fault : styles.help}
        role={fault ? 'alert' : undefined}
      >
        {fault ? <StatusDot status="alarm" text={fault} /> : help}
      </div>
    </div>
  );
}

const focusOnce = (element: HTMLInputElement | null): void => element?.focus();

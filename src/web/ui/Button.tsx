import type { ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'default' | 'primary' | 'danger' | 'link' | 'icon' | 'bare';
}

/** A button in the skin's sizes, for parts that start without antd. */
export function Button({ kind = 'default', className, type = 'button', ...rest }: ButtonProps) {
  const look = kind === 'bare' ? '' : `${styles.button} ${styles[kind]}`;
  return <button {...rest} type={type} className={`${look} ${className ?? ''}`} />;
}

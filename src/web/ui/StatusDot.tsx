import { cssColor, type Status } from '#web/theme/palette.ts';
import { useTexts } from '#web/text/useTexts.ts';
import kit from './kit.module.css';
import styles from './mark.module.css';

const SHAPES: Record<Status, React.ReactNode> = {
  normal: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  warning: <path d="M5 .8 9.6 9.2H.4z" fill="currentColor" />,
  alarm: <path d="M5 .2 9.8 5 5 9.800 .2 5z" fill="currentColor" />,
  offline: <circle cx="5" cy="5" r="3.500" fill="none" stroke="currentColor" strokeWidth="1.600" />,
  noData: <path d="M1 5h3M6 5h3" stroke="currentColor" strokeWidth="1.600" />,
};

export interface StatusDotProps {
  readonly status: Status;
  /** The word beside the shape; without it the shape carries a title (in trees only). */
  readonly text?: string | true;
}

/** A status: its shape always, its colour, and its word in text colour. */
export function StatusDot({ status, text }: StatusDotProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  const word = text === true || text === undefined ? t(status) : text;
  return (
    <span className={`${kit.inline} ${styles.status}`}>
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        style={{ color: cssColor({ status }) }}
        {...(text ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word })}
      >
        {!text && <title>{word}</title>}
        {SHAPES[status]}
      </svg>
      {text && word}
    </span>
  );
}

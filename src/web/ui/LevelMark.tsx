import { useText } from '#web/text/useTexts.ts';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import type { Text } from '#contract/text.ts';
import { MISSING } from '#domain/figure/number.ts';
import kit from './kit.module.css';
import styles from './LevelMark.module.css';

/** Shape and fill tell a level without colour: full diamond, full triangle, open triangle, open square. */
const SHAPES: Readonly<Record<string, React.ReactNode>> = {
  1: <path d="M6 .4 11.6 6 6 11.600 .4 6z" fill="currentColor" />,
  2: <path d="M6 1 11.4 10.600H.6z" fill="currentColor" />,
  3: <path d="M6 2 10.6 10H1.400z" fill="none" stroke="currentColor" strokeWidth="1.500" />,
  4: (
    <rect
      x="1.750"
      y="1.750"
      width="8.500"
      height="8.500"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.500"
    />
  ),
};

const LEVELS: Readonly<Record<string, Text>> = EVENT_LEVELS;

/** A level: its shape and its word, or how many there are of it. */
export function LevelMark({ level, count }: { readonly level: string; readonly count?: number }) {
  const say = useText();
  const word = say(LEVELS[level] ?? { zh: MISSING, en: MISSING });
  return (
    <span
      className={`${kit.mark} ${styles.level}`}
      data-level={level}
      title={count === undefined ? undefined : word}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {SHAPES[level]}
      </svg>
      {count === undefined ? (
        word
      ) : (
        <>
          <span className="visually-hidden">{word} </span>
          {count}
        </>
      )}
    </span>
  );
}

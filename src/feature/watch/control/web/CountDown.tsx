import { useEffect, useRef, useState } from 'react';
import styles from './Control.module.css';
import { useControlTexts } from './useControlTexts.ts';

interface CountDownProps {
  /** ms by the server's clock: when it is over, and what that clock said just now. */
  readonly until: number;
  readonly now: number;
  /** ms: the whole of it. */
  readonly whole: number;
  readonly onOver: () => void;
}

const TICK_MS = 250;
const RADIUS = 30;
const AROUND = 2 * Math.PI * RADIUS;

/** Seconds that are left, as a ring that empties. */
export function CountDown({ until, now, whole, onOver }: CountDownProps) {
  const t = useControlTexts();
  // Counted from the last answer by the browser's own clock, which may be off.
  const [here, setHere] = useState(() => Date.now());
  const [told, setTold] = useState(() => ({ now, here: Date.now() }));
  useEffect(() => {
    setTold({ now, here: Date.now() });
  }, [now]);
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, until - told.now - Math.max(0, here - told.here));
  const over = left === 0;
  const ending = useRef(onOver);
  useEffect(() => {
    ending.current = onOver;
  });
  useEffect(() => {
    if (over) ending.current();
  }, [over]);
  const seconds = Math.ceil(left / 1000);
  return (
    <div className={styles.countDown} role="timer" aria-label={t('leftLabel', { n: seconds })}>
      <svg viewBox="0 0 72 72" width="72" height="72" aria-hidden="true">
        <circle cx="36" cy="36" r={RADIUS} className={styles.track} />
        <circle
          cx="36"
          cy="36"
          r={RADIUS}
          className={styles.ring}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - Math.min(1, left / whole))}
          transform="rotate(-90 36 36)"
        />
      </svg>
      <b>{seconds}</b>
      <small>
        {t('left')}
        <br />
        {t('afterwards')}
      </small>
    </div>
  );
}

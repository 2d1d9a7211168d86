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
  // The browser's clock may be off: how far it is behind the server's is taken anew with every answer.
  const behind = useRef(0);
  const [left, setLeft] = useState(() => Math.max(0, until - now));
  useEffect(() => {
    behind.current = now - Date.now();
  }, [now]);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(Math.max(0, until - (Date.now() + behind.current)));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
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

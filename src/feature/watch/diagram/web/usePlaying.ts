import { useEffect, useRef, useState } from 'react';
import { MINUTE_MS } from '#domain/time/duration.ts';

/** A picture of the past stands for so long at least while it plays. */
const PLAY_MS = 1000;
export const SPEEDS = ['60', '600', '3600'] as const;
type Speed = (typeof SPEEDS)[number];

export interface PlayOptions {
  /** ms; null = live. */
  readonly at: number | null;
  /** Whether that instant is shown. */
  readonly ready: boolean;
  /** ms, by the server's clock. */
  readonly present: () => number;
  /** Reads an instant ahead; fulfilled when it was read, or cannot be. */
  readonly ask: (instant: number) => Promise<unknown>;
  readonly go: (instant: number) => void;
}

/**
 * Plays on from an instant, so many times as fast as it was. It never goes on before the instant is shown, and the next one
 * is read meanwhile: an answer that takes longer slows it down.
 */
export function usePlaying({ at, ready, present, ask, go }: PlayOptions) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('600');
  const latest = useRef({ present, ask, go });
  useEffect(() => {
    latest.current = { present, ask, go };
  });
  useEffect(() => {
    if (!playing || at === null || !ready) return;
    let left = false;
    const next = at + Number(speed) * PLAY_MS;
    const asked = next < latest.current.present() ? latest.current.ask(next) : null;
    const timer = setTimeout(() => {
      void Promise.resolve(asked).then(() => {
        if (!left) latest.current.go(next);
      });
    }, PLAY_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [playing, at, ready, speed]);
  const toggle = (): void => {
    setPlaying(!playing);
    if (at === null) go(present() - 60 * MINUTE_MS);
  };
  return { playing: playing && at !== null, speed, setSpeed, toggle, stop: () => setPlaying(false) };
}

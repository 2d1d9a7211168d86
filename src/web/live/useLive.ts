import { useEffect, useRef, useState } from 'react';
import type { LiveValues } from '#feature/meters/messaging/contract.ts';
import { listenLive, type LiveStatus } from './connection.ts';

/** The live side of some meters, or of all of an enterprise. */
export interface Live {
  readonly status: LiveStatus;
  /** Newest values by meter since the page was opened; a value that a message lacks stays. */
  readonly values: ReadonlyMap<number, LiveValues>;
}

/** What a page does beside showing the values. */
export interface LiveOptions {
  /** Listen to these meters only. */
  readonly meterIds?: readonly number[] | undefined;
  /** Figures of the present changed, or may have while nothing was heard: read them anew. */
  readonly onChange?: () => void;
}

/** Listens to an enterprise while the component is there; null = not. */
export function useLive(consumerId: number | null, { meterIds, onChange }: LiveOptions = {}): Live {
  const [status, setStatus] = useState<LiveStatus>('waiting');
  const [values, setValues] = useState<ReadonlyMap<number, LiveValues>>(new Map());
  const options = useRef({ meterIds, onChange });
  useEffect(() => {
    options.current = { meterIds, onChange };
  });
  useEffect(() => {
    if (consumerId === null) return;
    let fresh = new Map<number, LiveValues>();
    let frame = 0;
    const show = (): void => {
      frame = 0;
      const news = fresh;
      fresh = new Map();
      setValues((before) => {
        const after = new Map(before);
        for (const [id, value] of news) {
          const known = before.get(id);
          if (known && known.ts > value.ts) continue;
          after.set(id, { ...value, values: { ...known?.values, ...value.values } });
        }
        return after;
      });
    };
    const heard = (ids: readonly number[]): boolean => {
      const { meterIds: wanted } = options.current;
      return !wanted || ids.length === 0 || ids.some((id) => wanted.includes(id));
    };
    const stop = listenLive(consumerId, {
      status: setStatus,
      gap: () => options.current.onChange?.(),
      folded: (folded) => {
        if (heard(folded.meterIds)) options.current.onChange?.();
      },
      values: (value) => {
        if (!heard([value.meterId])) return;
        fresh.set(value.meterId, value);
        frame ||= requestAnimationFrame(show);
      },
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
      setValues(new Map());
    };
  }, [consumerId]);
  return { status, values };
}

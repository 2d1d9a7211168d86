import { useEffect, useRef, useState } from 'react';
import { listenLive, type LiveStatus } from './connection.ts';
import { type MeterValues, withMessage } from './newest.ts';

/** The live side of some meters, or of all of an enterprise. */
export interface Live {
  readonly status: LiveStatus;
  /** Newest values by meter since the page was opened; a value that a message lacks stays, as old as it is. */
  readonly values: ReadonlyMap<number, MeterValues>;
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
  const [values, setValues] = useState<ReadonlyMap<number, MeterValues>>(new Map());
  const options = useRef({ meterIds, onChange });
  useEffect(() => {
    options.current = { meterIds, onChange };
  });
  useEffect(() => {
    if (consumerId === null) return;
    // In a hidden tab no frame comes for hours: every message counts meanwhile.
    const known = new Map<number, MeterValues>();
    let frame = 0;
    const show = (): void => {
      frame = 0;
      setValues(new Map(known));
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
        known.set(value.meterId, withMessage(known.get(value.meterId), value));
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

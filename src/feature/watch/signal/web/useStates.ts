import { useEffect, useRef, useState } from 'react';
import type { LiveState } from '#feature/meters/messaging/contract.ts';
import { listenLive } from '#web/live/connection.ts';
import type { PointWire } from '../contract.ts';

/**
 * Newest states of an enterprise's signal points since the page was opened. @param onGap messages may have been missed:
 * what is shown is to be read anew
 */
export function useStates(consumerId: number, onGap: () => void): ReadonlyMap<number, LiveState> {
  const [states, setStates] = useState<ReadonlyMap<number, LiveState>>(new Map());
  const gap = useRef(onGap);
  useEffect(() => {
    gap.current = onGap;
  });
  useEffect(() => {
    let fresh = new Map<number, LiveState>();
    let frame = 0;
    const show = (): void => {
      frame = 0;
      const news = fresh;
      fresh = new Map();
      setStates((before) => new Map([...before, ...news]));
    };
    const stop = listenLive(consumerId, {
      // What came between the reading of the page and the first message is read too.
      status: (status) => {
        if (status === 'live') gap.current();
      },
      gap: () => gap.current(),
      state: (state) => {
        fresh.set(state.pointId, state);
        frame ||= requestAnimationFrame(show);
      },
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
      setStates(new Map());
    };
  }, [consumerId]);
  return states;
}

/** A point with what was told of it since it was read. */
export function withLive(point: PointWire, live: LiveState | undefined): PointWire {
  if (!live || live.heardAt < (point.heardAt ?? -Infinity)) return point;
  const { value, since, heardAt, quality } = live;
  return { ...point, value, since, heardAt, quality: quality as PointWire['quality'] };
}

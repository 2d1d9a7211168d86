import { useEffect, useMemo, useState } from 'react';
import { HOUR_MS } from '#domain/time/duration.ts';
import { listenLive } from '#web/live/connection.ts';
import type { SeriesWire } from '../contract.ts';

type Points = SeriesWire['points'];

const keyOf = (ammeterId: number, code: string): string => `${ammeterId}.${code}`;

/** Points with those that came since: what is newer than the last, ascending; older than an hour goes. */
function withTail(points: Points, tail: Points, now: number): Points {
  const last = points.at(-1)?.[0] ?? -Infinity;
  const newer = tail.filter(([at]) => at > last).toSorted((a, b) => a[0] - b[0]);
  return [...points, ...newer].filter(([at]) => at > now - HOUR_MS);
}

/** The series with what the feed told since they were read; while `on`. A screen draws them once a second at most. */
export function useTail(
  consumerId: number,
  list: readonly SeriesWire[] | undefined,
  on: boolean,
): readonly SeriesWire[] | undefined {
  const [tails, setTails] = useState<ReadonlyMap<string, Points>>(new Map());
  useEffect(() => {
    if (!on) return;
    let fresh = new Map<string, [number, number][]>();
    const stop = listenLive(consumerId, {
      values: ({ meterId, ts, values }) => {
        for (const [code, value] of Object.entries(values)) {
          const key = keyOf(meterId, code);
          fresh.set(key, [...(fresh.get(key) ?? []), [ts, value]]);
        }
      },
    });
    const timer = setInterval(() => {
      if (fresh.size === 0) return;
      const news = fresh;
      fresh = new Map();
      setTails((before) => {
        const after = new Map(before);
        for (const [key, points] of news) after.set(key, withTail(before.get(key) ?? [], points, Date.now()));
        return after;
      });
    }, 1000);
    return () => {
      clearInterval(timer);
      stop();
      setTails(new Map());
    };
  }, [consumerId, on]);
  return useMemo(() => {
    if (!on || !list) return list;
    return list.map((one) => {
      const tail = tails.get(keyOf(one.ammeterId, one.dataCode));
      if (!tail) return one;
      const newest = tail.at(-1)?.[0] ?? 0;
      return { ...one, points: withTail(one.points, tail, Math.max(newest, one.points.at(-1)?.[0] ?? 0)) };
    });
  }, [list, tails, on]);
}

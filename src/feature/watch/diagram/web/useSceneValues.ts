import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { listenLive, type LiveStatus } from '#web/live/connection.ts';
import { valuesQuery } from './calls.ts';
import type { SceneView } from './scene/SceneView.ts';
import { SeenKeeper, type Tried } from './scene/SeenKeeper.ts';

/** Values are written so often at most: more would cost frames. */
const WRITE_MS = 250;
/** Ages are looked at so often. */
const AGE_MS = 5000;

export interface Shown {
  readonly keeper: SeenKeeper;
  readonly status: LiveStatus;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Whether values were read since the picture was opened. */
  readonly ready: boolean;
  /** Counts up when lists beside the picture are to be told anew, at most each second. */
  readonly turn: number;
  /** ms: what is now for the picture. */
  readonly now: () => number;
}

export interface ShownOptions {
  readonly id: number;
  readonly no: number;
  readonly consumerId: number;
  /** ms; null = live. */
  readonly at: number | null;
  readonly tried: Tried;
}

/** Fills a picture with what is known: read at first, then told by the live feed; or as it was at an instant. */
export function useSceneValues(view: SceneView | null, scene: Scene, options: ShownOptions): Shown {
  const { id, no, consumerId, at, tried } = options;
  const keeper = useMemo(() => new SeenKeeper(scene), [scene]);
  const answer = useQuery(valuesQuery(id, no, at));
  const [status, setStatus] = useState<LiveStatus>('waiting');
  const [turn, setTurn] = useState(0);
  const changed = useRef<Set<string> | null>(new Set());
  const now = useMemo(() => () => at ?? Date.now(), [at]);
  const { refetch } = answer;

  useEffect(() => {
    if (!answer.data) return;
    if (answer.data.at !== at && at !== null) return;
    keeper.values.clear();
    keeper.curves.clear();
    for (const one of answer.data.values) keeper.values.set(one.key, one);
    for (const { key, points } of answer.data.curves) keeper.curves.set(key, points);
    changed.current = null;
  }, [keeper, answer.data, at]);

  useEffect(() => {
    keeper.try(tried);
    changed.current = null;
  }, [keeper, tried]);

  useEffect(() => {
    if (at !== null) return;
    const take = (key: string, value: number | null, ts: number): void => {
      if (!keeper.knows(key)) return;
      const known = keeper.values.get(key);
      if (!known || (known.ts ?? -Infinity) > ts) return;
      keeper.values.set(key, { ...known, value, ts });
      changed.current?.add(key);
    };
    return listenLive(consumerId, {
      status: setStatus,
      gap: () => void refetch(),
      alarm: () => void refetch(),
      values: ({ meterId, ts, values }) => {
        for (const [code, value] of Object.entries(values)) take(`item:${meterId}:${code}`, value, ts);
      },
      state: ({ pointId, value, heardAt }) => take(`signal:${pointId}`, value, heardAt),
    });
  }, [keeper, consumerId, at, refetch]);

  useEffect(() => {
    if (!view) return;
    let told = 0;
    let aged = 0;
    const write = (): void => {
      const clock = Date.now();
      if (clock - aged >= AGE_MS) {
        aged = clock;
        changed.current = null;
      }
      const news = changed.current;
      if (news && news.size === 0) return;
      changed.current = new Set();
      const { seen, ids } = keeper.look(news, now());
      view.setSeen(seen, ids);
      if (clock - told < 1000) return;
      told = clock;
      setTurn((count) => count + 1);
    };
    changed.current = null;
    write();
    const timer = setInterval(write, WRITE_MS);
    return () => clearInterval(timer);
  }, [view, keeper, now]);

  return {
    keeper,
    status,
    error: answer.error,
    retry: () => void refetch(),
    ready: answer.data !== undefined,
    turn,
    now,
  };
}

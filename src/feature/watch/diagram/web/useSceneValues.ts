import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { listenLive, type LiveStatus } from '#web/live/connection.ts';
import type { ValuesAnswer } from '../contract.ts';
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

/** What was read fills the keeper; what is tried out goes before it. */
function useRead(
  keeper: SeenKeeper,
  answer: ValuesAnswer | undefined,
  at: number | null,
  tried: Tried,
): void {
  useEffect(() => {
    if (answer && (at === null || answer.at === at)) keeper.fill(answer);
  }, [keeper, answer, at]);
  useEffect(() => keeper.try(tried), [keeper, tried]);
}

/** The live feed of an enterprise, as far as the picture binds it; null = the past is looked at. */
function useFeed(keeper: SeenKeeper, consumerId: number | null, again: () => void): LiveStatus {
  const [status, setStatus] = useState<LiveStatus>('waiting');
  useEffect(() => {
    if (consumerId === null) return;
    return listenLive(consumerId, {
      status: setStatus,
      gap: again,
      alarm: again,
      values: ({ meterId, ts, values }) => {
        for (const [code, value] of Object.entries(values)) keeper.hear(`item:${meterId}:${code}`, value, ts);
      },
      state: ({ pointId, value, heardAt }) => keeper.hear(`signal:${pointId}`, value, heardAt),
    });
  }, [keeper, consumerId, again]);
  return status;
}

/** Writes into the picture what changed. @returns a count that rises at most each second */
function useWriting(view: SceneView | null, keeper: SeenKeeper, now: () => number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!view) return;
    let told = 0;
    let aged = 0;
    const write = (): void => {
      const clock = Date.now();
      if (clock - aged >= AGE_MS) {
        aged = clock;
        keeper.all();
      }
      const news = keeper.news();
      if (news?.size === 0) return;
      const { seen, ids } = keeper.look(news, now());
      view.setSeen(seen, ids);
      if (clock - told < 1000) return;
      told = clock;
      setTurn((count) => count + 1);
    };
    write();
    const timer = setInterval(write, WRITE_MS);
    return () => clearInterval(timer);
  }, [view, keeper, now]);
  return turn;
}

/** Fills a picture with what is known: read at first, then told by the live feed; or as it was at an instant. */
export function useSceneValues(view: SceneView | null, scene: Scene, options: ShownOptions): Shown {
  const { id, no, consumerId, at, tried } = options;
  const keeper = useMemo(() => new SeenKeeper(scene), [scene]);
  const answer = useQuery(valuesQuery(id, no, at));
  const { refetch } = answer;
  const retry = useCallback(() => void refetch(), [refetch]);
  const now = useMemo(() => () => at ?? Date.now(), [at]);
  useRead(keeper, answer.data, at, tried);
  const status = useFeed(keeper, at === null ? consumerId : null, retry);
  const turn = useWriting(view, keeper, now);
  const { error } = answer;
  const ready = answer.data !== undefined;
  return useMemo(
    () => ({ keeper, status, error, retry, ready, turn, now }),
    [keeper, status, error, retry, ready, turn, now],
  );
}

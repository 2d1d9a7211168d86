import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { listenLive, type LiveStatus } from '#web/live/connection.ts';
import type { ValuesAnswer } from '../contract.ts';
import { valuesQuery } from './calls.ts';
import type { SceneView } from './scene/SceneView.ts';
import { SeenKeeper, type Tried } from './scene/SeenKeeper.ts';
import type { ValueKeeper } from './scene/ValueKeeper.ts';

/** Values are written so often at most: more would cost frames. */
const WRITE_MS = 250;
/** Ages are looked at so often. */
const AGE_MS = 5000;

export interface Shown<K extends ValueKeeper = SeenKeeper> {
  readonly keeper: K;
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

/** Which picture, and of when. */
export interface PictureAt {
  readonly id: number;
  readonly no: number;
  readonly consumerId: number;
  /** ms; null = live. */
  readonly at: number | null;
}

export interface ShownOptions extends PictureAt {
  readonly tried: Tried;
}

/** What was read fills the keeper. */
function useRead(keeper: ValueKeeper, answer: ValuesAnswer | undefined, at: number | null): void {
  useEffect(() => {
    if (answer && (at === null || answer.at === at)) keeper.fill(answer, at === null);
  }, [keeper, answer, at]);
}

/** The live feed of an enterprise, as far as the picture binds it; null = the past is looked at. */
function useFeed(keeper: ValueKeeper, consumerId: number | null, again: () => void): LiveStatus {
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

/** Draws sources that were told something; null = all. */
export type Write = (news: ReadonlySet<string> | null) => void;

/** Writes into the picture what changed. @returns a count that rises at most each second */
function useWriting(draw: Write | null, keeper: ValueKeeper): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!draw) return;
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
      draw(news);
      if (clock - told < 1000) return;
      told = clock;
      setTurn((count) => count + 1);
    };
    write();
    const timer = setInterval(write, WRITE_MS);
    return () => clearInterval(timer);
  }, [draw, keeper]);
  return turn;
}

/** What is known of a picture: read at first, then told by the live feed; or as it was at an instant. */
export function useValues<K extends ValueKeeper>(
  keeper: K,
  { id, no, consumerId, at }: PictureAt,
  draw: Write | null,
): Shown<K> {
  const answer = useQuery(valuesQuery(id, no, at));
  const { refetch, error } = answer;
  const retry = useCallback(() => void refetch(), [refetch]);
  const now = useMemo(() => () => at ?? Date.now(), [at]);
  useRead(keeper, answer.data, at);
  const status = useFeed(keeper, at === null ? consumerId : null, retry);
  const turn = useWriting(draw, keeper);
  const ready = answer.data !== undefined;
  return useMemo(
    () => ({ keeper, status, error, retry, ready, turn, now }),
    [keeper, status, error, retry, ready, turn, now],
  );
}

/** Draws into a flat picture what its keeper knows. */
const useDraw = (view: SceneView | null, keeper: SeenKeeper, at: number | null): Write | null =>
  useMemo<Write | null>(
    () =>
      view &&
      ((news) => {
        const { seen, ids } = keeper.look(news, at ?? Date.now());
        view.setSeen(seen, ids);
      }),
    [view, keeper, at],
  );

/** Shows in a flat picture what somebody else asked for, without the live feed. */
export function useAnswered(
  view: SceneView | null,
  scene: Scene,
  answer: ValuesAnswer | undefined,
): SeenKeeper {
  const keeper = useMemo(() => new SeenKeeper(scene), [scene]);
  useRead(keeper, answer, null);
  useWriting(useDraw(view, keeper, null), keeper);
  return keeper;
}

/** Fills a flat picture with what is known of it; what is tried out goes before it. */
export function useSceneValues(view: SceneView | null, scene: Scene, options: ShownOptions): Shown {
  const { at, tried } = options;
  const keeper = useMemo(() => new SeenKeeper(scene), [scene]);
  const draw = useDraw(view, keeper, at);
  useEffect(() => keeper.try(tried), [keeper, tried]);
  return useValues(keeper, options, draw);
}

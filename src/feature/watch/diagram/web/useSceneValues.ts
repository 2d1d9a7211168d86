import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { listenLive, type LiveStatus } from '#web/live/connection.ts';
import { refresher } from '#web/live/refresher.ts';
import type { ValuesAnswer } from '../contract.ts';
import { valuesQuery } from './calls.ts';
import type { SceneView } from './scene/SceneView.ts';
import { SeenKeeper, type Tried } from './scene/SeenKeeper.ts';
import type { ValueKeeper } from './scene/ValueKeeper.ts';

/** Values are written so often at most: more would cost frames. */
const WRITE_MS = 250;
/** Ages are looked at so often. */
const AGE_MS = 5000;
/** What alarms say is read anew at most so often. */
const PAUSE_MS = 1000;
/** Waits for what is on its way already: an answer that is given up each time something happens never comes. */
const JOIN = { cancelRefetch: false };

export interface Shown<K extends ValueKeeper = SeenKeeper> {
  readonly keeper: K;
  readonly status: LiveStatus;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Whether values of that instant were read since the picture was opened. */
  readonly ready: boolean;
  /** Counts up when lists beside the picture are to be told anew, at most each second. */
  readonly turn: number;
  /** ms: what is now for the picture. */
  readonly now: () => number;
}

/** What is known of a picture, and what time it is whatever instant is looked at. */
export interface Watched<K extends ValueKeeper = SeenKeeper> extends Shown<K> {
  /** ms, by the server's clock. */
  readonly present: () => number;
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

/** What was read fills the keeper; what is known of another instant is not shown as if it were of this one. */
function useRead(keeper: ValueKeeper, answer: ValuesAnswer | undefined, at: number | null): void {
  useEffect(() => {
    if (answer && (at === null || answer.at === at)) keeper.fill(answer, at === null);
    else keeper.clear();
  }, [keeper, answer, at]);
}

/** How far the server's clock is ahead of the device's (ms) by each answer, taken when it came: it may be shown again later. */
const aheads = new WeakMap<ValuesAnswer, number>();

function aheadOf(answer: ValuesAnswer): number {
  const ahead = aheads.get(answer) ?? answer.at - Date.now();
  aheads.set(answer, ahead);
  return ahead;
}

/** The present by the server's clock: by a device's own that is wrong everything would be old, or nothing ever. */
function usePresent(answer: ValuesAnswer | undefined, at: number | null): () => number {
  const ahead = useRef(0);
  // Before the effects of those that ask for it.
  useLayoutEffect(() => {
    if (answer && at === null) ahead.current = aheadOf(answer);
  }, [answer, at]);
  return useCallback(() => Date.now() + ahead.current, []);
}

/** Reads the values anew, once for all that happens meanwhile; what was asked for before it happened may not know of it. */
const useAgain = ({ id, no, at }: PictureAt, refetch: (how: typeof JOIN) => Promise<unknown>): (() => void) =>
  useMemo(() => {
    const { queryKey } = valuesQuery(id, no, at);
    return refresher(async () => {
      if (queryClient.isFetching({ queryKey, exact: true }) > 0) await refetch(JOIN);
      await refetch(JOIN);
    }, PAUSE_MS);
  }, [id, no, at, refetch]);

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

/** Writes sources that were told something; null = all. */
type Write = (news: ReadonlySet<string> | null) => void;

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
  picture: PictureAt,
  draw: Draw | null,
): Watched<K> {
  const { id, no, consumerId, at } = picture;
  const answer = useQuery(valuesQuery(id, no, at));
  const { refetch, error } = answer;
  const retry = useCallback(() => void refetch(), [refetch]);
  const present = usePresent(answer.data, at);
  const now = useMemo(() => (at === null ? present : () => at), [at, present]);
  useRead(keeper, answer.data, at);
  const status = useFeed(keeper, at === null ? consumerId : null, useAgain(picture, refetch));
  const turn = useWriting(useWrite(draw, now), keeper);
  const ready = answer.data !== undefined && (at === null || answer.data.at === at);
  return useMemo(
    () => ({ keeper, status, error, retry, ready, turn, now, present }),
    [keeper, status, error, retry, ready, turn, now, present],
  );
}

/** Draws sources that were told something, as it is now (ms); null = all. */
export type Draw = (news: ReadonlySet<string> | null, now: number) => void;

const useWrite = (draw: Draw | null, now: () => number): Write | null =>
  useMemo(() => draw && ((news) => draw(news, now())), [draw, now]);

/** Draws into a flat picture what its keeper knows. */
const useDraw = (view: SceneView | null, keeper: SeenKeeper): Draw | null =>
  useMemo<Draw | null>(
    () =>
      view &&
      ((news, now) => {
        const { seen, ids } = keeper.look(news, now);
        view.setSeen(seen, ids);
      }),
    [view, keeper],
  );

/** Shows in a flat picture what somebody else asked for, without the live feed. */
export function useAnswered(
  view: SceneView | null,
  scene: Scene,
  answer: ValuesAnswer,
): Pick<Shown, 'keeper' | 'turn' | 'now'> {
  const keeper = useMemo(() => new SeenKeeper(scene), [scene]);
  const now = usePresent(answer, null);
  useRead(keeper, answer, null);
  const turn = useWriting(useWrite(useDraw(view, keeper), now), keeper);
  return { keeper, turn, now };
}

/** Fills a flat picture with what is known of it; what is tried out goes before it. */
export function useSceneValues(view: SceneView | null, scene: Scene, options: ShownOptions): Watched {
  const { tried } = options;
  const keeper = useMemo(() => new SeenKeeper(scene), [scene]);
  const draw = useDraw(view, keeper);
  useEffect(() => keeper.try(tried), [keeper, tried]);
  return useValues(keeper, options, draw);
}

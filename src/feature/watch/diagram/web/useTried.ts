import { useCallback, useState } from 'react';
import type { Tried } from './scene/SeenKeeper.ts';
import type { Shown } from './useSceneValues.ts';

export const NOTHING_TRIED: Tried = new Map();

/** Switches that somebody tries out: whether it is on, which stand elsewhere, and putting one the other way. */
export function useTried() {
  const [trying, setTrying] = useState(false);
  const [tried, setTried] = useState<Tried>(NOTHING_TRIED);
  const flip = useCallback((element: string, { keeper, now }: Shown): void => {
    const positions = keeper.positions(now(), NOTHING_TRIED);
    // A switch of which nothing is told counts as closed.
    const stands = positions.has(element) ? positions.get(element) : 'closed';
    setTried((before) => {
      const next = new Map(before);
      const wanted = (next.get(element) ?? stands) === 'closed' ? 'open' : 'closed';
      if (wanted === stands) next.delete(element);
      else next.set(element, wanted);
      return next;
    });
  }, []);
  const toggle = useCallback((): void => {
    setTrying((on) => !on);
    setTried(NOTHING_TRIED);
  }, []);
  return { trying, tried: trying ? tried : NOTHING_TRIED, flip, toggle };
}

import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { boundsOf, elementsOf } from '#domain/scene/geometry.ts';
import { tellingOf } from '#domain/scene/telling.ts';
import type { SceneView } from '../scene/SceneView.ts';

/** Going through the elements of a flat picture one by one, by the list beside it. */
export interface ElementWalk {
  readonly elements: ReturnType<typeof tellingOf>;
  /** The element that somebody is at in the list; null = none. */
  readonly marked: string | null;
  readonly mark: (id: string | null) => void;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly toList: () => void;
  readonly toPicture: () => void;
}

/** @param host the area of the picture */
export function useElementWalk(
  scene: Scene,
  view: SceneView | null,
  host: RefObject<HTMLElement | null>,
): ElementWalk {
  const list = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const elements = useMemo(() => tellingOf(scene), [scene]);
  const byId = useMemo(() => elementsOf(scene), [scene]);
  const mark = useCallback(
    (id: string | null): void => {
      setMarked(id);
      const one = id === null ? undefined : byId.get(id);
      if (one) view?.reveal(boundsOf(one, byId));
    },
    [byId, view],
  );
  const toList = useCallback(() => list.current?.focus(), []);
  const toPicture = useCallback(() => host.current?.focus(), [host]);
  return { elements, marked, mark, list, toList, toPicture };
}

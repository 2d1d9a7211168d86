import { useCallback, useMemo, useState } from 'react';
import type { Space } from '#contract/scene/space.ts';
import type { Names } from '#domain/scene/label.ts';
import { type Paint, paintOf } from '#domain/scene/space/paint.ts';
import { useLanguage } from '#web/text/language.ts';
import { ValueKeeper } from '../scene/ValueKeeper.ts';
import { type PictureAt, type Shown, useValues } from '../useSceneValues.ts';

/** What is known of a space, and what its bodies look like by it. */
export function useSpaceValues(
  space: Space,
  names: Names,
  picture: PictureAt,
): { readonly shown: Shown<ValueKeeper>; readonly paints: ReadonlyMap<string, Paint> } {
  const language = useLanguage();
  const keeper = useMemo(() => new ValueKeeper(space), [space]);
  const [paints, setPaints] = useState<ReadonlyMap<string, Paint>>(new Map());
  const { at } = picture;
  const draw = useCallback((): void => {
    const seen = { values: keeper.values, now: at ?? Date.now() };
    setPaints(new Map(space.elements.map((one) => [one.id, paintOf(one, seen, names, language)])));
  }, [space, keeper, names, language, at]);
  return { shown: useValues(keeper, picture, draw), paints };
}

import { useCallback, useMemo, useState } from 'react';
import type { Space } from '#contract/scene/space.ts';
import type { Names } from '#domain/scene/label.ts';
import { type Paint, paintOf } from '#domain/scene/space/paint.ts';
import { useLanguage } from '#web/text/language.ts';
import { ValueKeeper } from '../scene/ValueKeeper.ts';
import { type Draw, type PictureAt, useValues, type Watched } from '../useSceneValues.ts';

/** What is known of a space, and what its bodies look like by it. */
export function useSpaceValues(
  space: Space,
  names: Names,
  picture: PictureAt,
): { readonly shown: Watched<ValueKeeper>; readonly paints: ReadonlyMap<string, Paint> } {
  const language = useLanguage();
  const keeper = useMemo(() => new ValueKeeper(space), [space]);
  const [paints, setPaints] = useState<ReadonlyMap<string, Paint>>(new Map());
  const draw = useCallback<Draw>(
    (_news, now) => {
      const seen = { values: keeper.values, now };
      setPaints(new Map(space.elements.map((one) => [one.id, paintOf(one, seen, names, language)])));
    },
    [space, keeper, names, language],
  );
  return { shown: useValues(keeper, picture, draw), paints };
}

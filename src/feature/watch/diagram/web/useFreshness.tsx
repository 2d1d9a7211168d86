import { useMemo } from 'react';
import type { Names } from '#domain/scene/label.ts';
import { momentAt } from '#domain/time/text.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import type { ValueKeeper } from './scene/ValueKeeper.ts';
import { useClock } from './useClock.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import type { Shown } from './useSceneValues.ts';

interface FreshnessProps {
  readonly shown: Shown<ValueKeeper>;
  readonly names: Names;
  /** ms; null = live. */
  readonly at: number | null;
  readonly zone: string;
}

/** Puts into the head of the page how fresh the values of a picture are, or of when they are. */
export function useFreshness(shown: Shown<ValueKeeper>, names: Names, at: number | null, zone: string): void {
  usePageHead({
    aside: useMemo(
      () => <Freshness shown={shown} names={names} at={at} zone={zone} />,
      [shown, names, at, zone],
    ),
  });
}

function Freshness({ shown, names, at, zone }: FreshnessProps) {
  const t = useDiagramTexts();
  useClock(1000);
  const { fresh, total } = shown.keeper.remarks(shown.now(), names);
  const times = [...shown.keeper.values.values()].flatMap(({ ts }) => (ts === null ? [] : [ts]));
  const newest = times.reduce<number | null>((last, ts) => Math.max(last ?? ts, ts), null);
  return (
    <span data-turn={shown.turn}>
      {at === null ? <Ago at={newest} zone={zone} now={shown.now()} /> : momentAt(zone, at)}{' '}
      {t('freshOf', { fresh, total })}
    </span>
  );
}

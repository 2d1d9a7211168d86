import { type OpenBucket, writeOpen } from '#web/provenance/openBucket.ts';
import { useOpened } from '#web/provenance/useOpened.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Money } from '#feature/home/roleHome/contract.ts';
import {
  moneyFigures,
  productFigure,
  useHomeTexts,
  waitingFigures,
} from '#feature/home/roleHome/web/public.ts';
import { useSession } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { type KeyFigure, KeyFigures } from '#web/ui/KeyFigures.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { blankFigures, figuresOf, type OverviewFigure } from './figures.ts';
import { firstOf, restOf } from './strip.ts';
import type { Overview } from './useOverview.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

export interface FigureStripProps {
  readonly answers: Overview;
  /** Null for whoever may not see prices, and for what has none. */
  readonly money: UseQueryResult<Money, Error> | null;
  readonly energy: string;
  readonly date: string;
  readonly today: string;
  /** The first strip, or those of its energies that money took the place of. */
  readonly which: 'first' | 'rest';
  readonly onOpen: (bucket: OpenBucket) => void;
}

/** The strip of key figures: energy alone, or energy and money, with the rest of energy in a second one further down. */
export function FigureStrip(props: FigureStripProps) {
  const { answers, money, energy, date, today, which, onOpen } = props;
  const { opened } = useOpened();
  const t = useOverviewTexts();
  const h = useHomeTexts();
  const say = useText();
  const { funCodes } = useSession();
  const { data } = answers.figures;
  const reported = money?.data;
  const own = useMemo(() => (data ? figuresOf(data, energy, t, say) : null), [data, energy, t, say]);
  const words = useMemo(
    () => ({ t: h, say, may: (code: string) => funCodes.includes(code) }),
    [h, say, funCodes],
  );
  const blank: readonly (KeyFigure & Partial<OverviewFigure>)[] = own ?? blankFigures(date, today, energy, t);
  const day = { date, current: date === today, nowMonth: date.slice(0, 7) === today.slice(0, 7) };
  const priced = money !== null && !money.isError;
  const products = reported?.products.map((one) => productFigure(one, reported, words)) ?? [];
  const figures = !priced
    ? blank
    : which === 'rest'
      ? restOf(blank, products)
      : firstOf(
          blank,
          reported ? moneyFigures(reported, day.nowMonth, words) : waitingFigures(day, h),
          products[0] ?? null,
        );
  const openKey = own?.find((one) => one.opens && opened && writeOpen(one.opens) === writeOpen(opened))?.key;
  if (which === 'rest' && !priced) return null;
  return (
    <>
      <KeyFigures
        figures={figures.map(({ opens, ...one }: KeyFigure & Partial<OverviewFigure>) => ({
          ...one,
          ...(opens ? { onOpen: () => onOpen(opens) } : {}),
        }))}
        openKey={openKey ?? null}
        loading={!own}
        compact={which === 'rest'}
      />
      {money?.isError && (
        <Panel>
          <ErrorState what={money.error.message} onRetry={() => void money.refetch()} height={66} />
        </Panel>
      )}
    </>
  );
}

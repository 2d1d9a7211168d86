import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { HeatMeter, Space } from '#contract/scene/space.ts';
import { type Heat, type HeatFigure, heatOf, heatTop } from '#domain/scene/space/heat.ts';
import { HOUR_MS } from '#domain/time/duration.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAppearance } from '#web/theme/appearance.ts';
import { HEAT } from '#web/theme/palette.ts';
import type { DiagramHead } from '../../contract.ts';
import { heatQuery } from '../calls.ts';
import { useClock } from '../useClock.ts';
import { heatColor } from './heatColor.ts';

/** Heat of a space in an hour. */
export interface HeatShown {
  readonly figure: HeatFigure;
  /** ms: where the hour begins. */
  readonly hour: number;
  readonly list: readonly Heat[];
  /** Colours of bodies by their id; those of which nothing is known have none. */
  readonly colors: ReadonlyMap<string, string>;
  readonly stops: readonly string[];
  /** What the last colour means. */
  readonly top: number;
  readonly unit: string;
  readonly error: Error | null;
  readonly retry: () => void;
}

const CLOCK_MS = 60_000;
const NO_METERS: readonly HeatMeter[] = [];

/**
 * Heat colours of a space, of the hour that holds an instant; live it is the last hour that is over. Null where no figure
 * is chosen, or it was not read yet.
 */
export function useHeat(
  diagram: DiagramHead,
  no: number,
  space: Space,
  figure: HeatFigure | null,
  at: number | null,
): HeatShown | null {
  const clock = useClock(CLOCK_MS);
  const { dark } = useAppearance();
  const instant = at ?? clock - HOUR_MS;
  const date = dateAt(diagram.timeZone, instant);
  const { data, error, refetch } = useQuery({
    ...heatQuery(diagram.monitorDiagramId, no, date),
    enabled: figure !== null,
  });
  const hour = data ? Math.floor((instant - data.from) / HOUR_MS) : 0;
  const stops = HEAT.above[dark ? 1 : 0];
  return useMemo(() => {
    if (figure === null || (!data && !error)) return null;
    const meters = new Map((data?.meters ?? NO_METERS).map((one) => [one.ammeterId, one]));
    const hours = data ? Math.round((data.to - data.from) / HOUR_MS) : 0;
    const list = heatOf(space.elements, meters, hour, figure);
    const top = heatTop(space.elements, meters, hours, figure);
    return {
      figure,
      hour: (data?.from ?? 0) + hour * HOUR_MS,
      list,
      colors: new Map(list.map(({ id, value }) => [id, heatColor(stops, value / top)])),
      stops,
      top,
      unit: list[0]?.unit ?? '',
      error,
      retry: () => void refetch(),
    };
  }, [figure, data, error, refetch, space, hour, stops]);
}

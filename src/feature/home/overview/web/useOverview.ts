import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { get, type Params } from '#web/api.ts';
import type { DayPeriods } from '#feature/money/calendar/contract.ts';
import type { Course, DeviceRank, Figures, HourRank, PeriodCourse, PowerCurve } from '../contract.ts';
import type { State } from '#feature/meters/dataState/contract.ts';
import type { EnergyTree } from '#feature/meters/subject/contract.ts';
import type { Question } from '#web/provenance/question.ts';
import type { OverviewAddress } from './address.ts';
import { spanOf } from './span.ts';

const BASE = 'monitoring/overview';
/** While today is shown, the page asks again by itself. */
const REFRESH_MS = 12_000;

/** One call of the overview, asked again by itself while today is shown; the old answer stays until the new is there. */
function useCall<T>(
  verb: string,
  question: Question,
  params: Params = {},
  enabled = true,
): UseQueryResult<T, Error> {
  const all: Params = { ...question, ...params };
  return useQuery({
    queryKey: ['monitoring', 'overview', verb, all],
    queryFn: ({ signal }) => get<T>(`${BASE}/${verb}`, all, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: question.date === null ? REFRESH_MS : false,
    staleTime: 5_000,
    enabled,
  });
}

/** What the panels of the overview show. */
export interface Overview {
  readonly figures: UseQueryResult<Figures, Error>;
  readonly day: UseQueryResult<Course, Error>;
  readonly power: UseQueryResult<PowerCurve, Error>;
  readonly month: UseQueryResult<Course, Error>;
  readonly periods: UseQueryResult<PeriodCourse, Error>;
  readonly year: UseQueryResult<Course, Error>;
  readonly state: UseQueryResult<State, Error>;
  readonly devices: UseQueryResult<DeviceRank[], Error>;
  readonly hours: UseQueryResult<HourRank[], Error>;
  readonly tree: UseQueryResult<EnergyTree, Error>;
}

/** Which of the charts that take turns are in sight. */
export interface InSight {
  readonly hours: boolean;
  readonly power: boolean;
  readonly span: OverviewAddress['span'];
}

/**
 * Asks for everything in sight. Rankings and tree wait for the figures, which say what date the site's today is, so
 * that the first picture comes first.
 */
export function useOverview(question: Question, inSight: InSight, enabled: boolean): Overview {
  const figures = useCall<Figures>('getFigures', question, {}, enabled);
  const day = useCall<Course>('getDay', question, {}, enabled && inSight.hours);
  const power = useCall<PowerCurve>('getPower', question, {}, enabled && inSight.power);
  const span = spanOf({ type: question.dataType, span: inSight.span }, { figures });
  const month = useCall<Course>('getMonth', question, {}, enabled && span === 'month');
  const periods = useCall<PeriodCourse>('getMonthPeriods', question, {}, enabled && span === 'period');
  const year = useCall<Course>('getYear', question, {}, enabled && span === 'year');
  const known = figures.data && !figures.isPlaceholderData ? figures.data.date : null;
  const date = question.date ?? known;
  const dates = { begin: date, end: date };
  const later = enabled && date !== null;
  return {
    figures,
    day,
    power,
    month,
    periods,
    year,
    state: useCall<State>('getState', question, {}, later),
    devices: useCall<DeviceRank[]>('getEnergyDeviceTop', question, dates, later),
    hours: useCall<HourRank[]>('getHourTop', question, dates, later),
    tree: useCall<EnergyTree>('getEnergyTreeByDate', question, dates, later),
  };
}

/** The tariff periods of a date at an organisation; nothing where no calendar holds. */
export function usePeriods(orgId: number | null, date: string | undefined): DayPeriods['rows'] {
  const known = orgId !== null && date !== undefined;
  const { data } = useQuery({
    queryKey: ['periods', orgId, date],
    queryFn: () => get<DayPeriods>('archive/timezone/getPeriods', { orgId, date }, { quiet: true }),
    enabled: known,
    staleTime: 60_000,
  });
  return data?.rows ?? NO_PERIODS;
}

const NO_PERIODS: DayPeriods['rows'] = [];

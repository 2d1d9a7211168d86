import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { PART_METHODS } from '#contract/composition.ts';
import type { Filter } from '#contract/envelope.ts';
import { alarm } from '#resource/event/alarm.ts';
import { objectAlarm } from '#resource/event/objectAlarm.ts';
import { get } from '#web/api.ts';
import { allQuery, pageQuery } from '#web/resource/rows.ts';
import type { ExpressionCheck } from '../contract.ts';

/** What an expression is, and what it says on a meter. */
export const checkQuery = (expression: string, ammeterId: number | null) =>
  queryOptions({
    queryKey: ['event/alarm', 'checkExpression', expression, ammeterId],
    queryFn: ({ signal }) =>
      get<ExpressionCheck>(
        'event/alarm/checkExpression',
        { expression, ...(ammeterId === null ? {} : { ammeterId }) },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

const of = (consumerId: number): Filter => ({ field: 'consumerId', op: 'eq', value: consumerId });

/** The rules of an enterprise that may be parts. */
export const partsQuery = (consumerId: number) =>
  allQuery(alarm, [of(consumerId), { field: 'triggerMethod', op: 'in', value: [...PART_METHODS] }]);

/** The compositions of an enterprise, by page. */
export const compositionsQuery = (consumerId: number, current: number, pageSize: number) =>
  pageQuery(alarm, {
    current,
    pageSize,
    filters: [of(consumerId), { field: 'triggerMethod', op: 'eq', value: 'compose' }],
    search: '',
    sorter: null,
  });

/** The meters that a rule is put to, by page. */
export const metersQuery = (alarmId: number, current: number, pageSize: number) =>
  pageQuery(objectAlarm, {
    current,
    pageSize,
    filters: [{ field: 'alarmId', op: 'eq', value: alarmId }],
    search: '',
    sorter: null,
  });

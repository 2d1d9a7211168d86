import { queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { AnnualTable, CellSource } from '../contract.ts';

export const useTableTexts = () => useTexts<typeof import('./texts.ts').texts>('annualTable');

export const tableQuery = (orgId: number, year: number) =>
  queryOptions({
    queryKey: ['annualTable', orgId, year],
    queryFn: ({ signal }) =>
      get<AnnualTable>('yunshui/annualTable/getTable', { orgId, year }, { quiet: true, signal }),
  });

/** The phrase of a source. */
export const sourceKey = (source: CellSource) => (source === 'reference' ? 'referenceSource' : source);

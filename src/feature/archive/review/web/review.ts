import { queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useTexts } from '#web/text/useTexts.ts';
import type { AuditInfo, PlanView } from '../contract.ts';

export const useReviewTexts = () => useTexts<typeof import('./texts.ts').texts>('review');

export const planQuery = (id: number) =>
  queryOptions({
    queryKey: ['reviewPlan', id],
    queryFn: ({ signal }) =>
      get<PlanView>('yunshui/companyPlaninfo/getPlan', { id }, { quiet: true, signal }),
  });

export const auditQuery = (checkPlanId: number) =>
  queryOptions({
    queryKey: ['reviewAudit', checkPlanId],
    queryFn: ({ signal }) =>
      get<AuditInfo>('yunshui/companyAuditinfo/getAuditInfo', { checkPlanId }, { quiet: true, signal }),
  });

/** A field of a row as text; '' where it has none. */
export const textOf = (row: Readonly<Record<string, unknown>>, key: string): string => {
  const value = row[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

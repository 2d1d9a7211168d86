import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import type { Faq, HelpDocument } from '../contract.ts';

export const faqQuery = (search: string, language: string) =>
  queryOptions({
    queryKey: ['help', 'getFaq', search, language],
    queryFn: ({ signal }) => get<readonly Faq[]>('sys/help/getFaq', { search }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

export const documentsQuery = queryOptions({
  queryKey: ['help', 'getDocuments'],
  queryFn: () => get<readonly HelpDocument[]>('sys/help/getDocuments', {}, { quiet: true }),
});

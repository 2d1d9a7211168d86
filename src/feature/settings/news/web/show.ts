import dayjs from 'dayjs';
import type { Language } from '#contract/text.ts';
import { MISSING } from '#domain/figure/number.ts';
import type { NewsItem } from './calls.ts';

/** The name of an item's kind in the language shown. */
export const kindOf = (item: NewsItem, language: Language): string =>
  (language !== 'zh' ? item.newsTypeNameEn : null) ?? item.newsTypeName ?? item.newsType;

/** When something was published. */
export const instant = (at: string | null): string =>
  at === null ? MISSING : dayjs(at).format('YYYY-MM-DD HH:mm');

import type { Language } from '#contract/text.ts';
import { MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useZone } from '#web/session/zone.ts';
import type { NewsItem } from './calls.ts';

/** The name of an item's kind in the language shown. */
export const kindOf = (item: NewsItem, language: Language): string =>
  (language !== 'zh' ? item.newsTypeNameEn : null) ?? item.newsTypeName ?? item.newsType;

/** Tells when something was published, on the clock of the enterprise in view. */
export function useInstant(): (at: string | null) => string {
  const { consumer } = useConsumer();
  const zone = useZone(consumer?.orgId ?? null);
  return (at) => (at === null ? MISSING : timeAt(zone, at));
}

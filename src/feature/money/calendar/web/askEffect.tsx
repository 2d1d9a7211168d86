import { confirm } from '#web/ui/Confirm.tsx';
import type { Say } from '#web/text/useTexts.ts';
import type { CalendarEffect } from '../contract.ts';
import type { texts } from './texts.ts';

/** Shows what a change makes differ and asks once; resolves true when it shall be done. */
export function askEffect(
  t: Say<typeof texts>,
  title: string,
  { meters, days, from, to, sites }: CalendarEffect,
  danger = false,
): Promise<boolean> {
  const text =
    meters === 0 ? (
      t('effectNone')
    ) : (
      <>
        <p>{t('effect', { meters, days, from: from ?? '', to: to ?? '' })}</p>
        {sites.length > 1 && (
          <ul>
            {sites.map((site) => (
              <li key={site.siteId}>
                {t('effectSite', { site: site.siteName, meters: site.meters, days: site.days })}
              </li>
            ))}
          </ul>
        )}
      </>
    );
  return confirm({ title, text, okText: danger ? t('del') : t('save'), danger });
}

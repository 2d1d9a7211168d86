import { useQuery } from '@tanstack/react-query';
import { textIn } from '#contract/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { timeAt } from '#domain/time/text.ts';
import { CHANNELS } from '#feature/house/outbox/contract.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { undeliveredQuery } from '../calls.ts';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import styles from './Monitor.module.css';

/** Over the list as long as messages of alarms do not arrive: nobody is told but who looks here. */
export function UndeliveredLines({ consumerId }: { readonly consumerId: number }) {
  const t = useAlarmTexts();
  const language = useLanguage();
  const zone = useConsumer().consumer?.timeZone ?? HOME_ZONE;
  const mayLook = useMay('outbox.view');
  const { data = [] } = useQuery(undeliveredQuery(consumerId));
  return data.map(({ channel, waiting, failed, since, error }) => (
    <output key={channel} className={`${styles.banner} ${styles.undelivered}`}>
      <b>{t('undelivered', { channel: textIn(CHANNELS[channel], language), n: waiting + failed })}</b>
      <span className={styles.bannerText}>
        {t('undeliveredSince', { at: timeAt(zone, since), why: textIn(error, language) })}
      </span>
      {mayLook && <GoLink goal={{ to: '/SDNSysAdmin/SDNOutbox' }}>{t('toOutbox')}</GoLink>}
    </output>
  ));
}

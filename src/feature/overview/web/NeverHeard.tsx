import { Link } from '@tanstack/react-router';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { NamedMeter } from '../contract.ts';
import styles from './NeverHeard.module.css';
import { useOverviewTexts } from './useOverviewTexts.ts';

const SHOWN = 5;

/** Names the meters of which nothing ever came, apart from what is missing, and leads to where they are connected. */
export function NeverHeard({ meters }: { readonly meters: readonly NamedMeter[] }) {
  const t = useOverviewTexts();
  const language = useLanguage();
  const mayConnect = useMay('SDNCommunication.SDNMeterCommunication');
  if (meters.length === 0) return null;
  const comma = language === 'zh' ? '、' : ', ';
  const all = meters.map((meter) => meter.ammeterName).join(comma);
  const n = meters.length;
  const names = meters.slice(0, SHOWN).map((meter) => meter.ammeterName).join(comma); // prettier-ignore
  return (
    <p className={styles.line} role="note">
      <StatusDot status="noData" />
      <span>
        <b>{t(n === 1 ? 'neverHeardOne' : 'neverHeard', { n })}</b>
        <span title={all}>{n > SHOWN ? t('neverHeardMore', { names }) : names}</span>
        <span className={styles.quiet}>{t('neverHeardRule')}</span>
        {mayConnect && (
          <Link
            to="/SDNCommunication/SDNMeterCommunication"
            search={
              ((before: object) => ({
                ...('consumer' in before ? { consumer: before.consumer } : {}),
                contact: 'never',
              })) as never
            }
          >
            {t('neverHeardLink')}
          </Link>
        )}
      </span>
    </p>
  );
}

import { NAME_COMMA, textIn } from '#contract/text.ts';
import { Fragment } from 'react';
import { goals } from '#feature/home/roleHome/web/goals.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
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
  const comma = textIn(NAME_COMMA, language);
  const all = meters.map((meter) => meter.ammeterName).join(comma);
  const n = meters.length;
  return (
    <p className={styles.line} role="note">
      <StatusDot status="noData" />
      <span>
        <b>{t(n === 1 ? 'neverHeardOne' : 'neverHeard', { n })}</b>
        <span title={all}>
          {meters.slice(0, SHOWN).map(({ ammeterId, ammeterName }, i) => (
            <Fragment key={ammeterId}>
              {i > 0 && comma}
              <GoLink goal={goals.meter(ammeterId, null)}>{ammeterName}</GoLink>
            </Fragment>
          ))}
          {n > SHOWN && t('neverHeardMore')}
        </span>
        <span className={styles.quiet}>{t('neverHeardRule')}</span>
        {mayConnect && (
          <GoLink goal={{ to: '/SDNCommunication/SDNMeterCommunication', search: { contact: 'never' } }}>
            {t('neverHeardLink')}
          </GoLink>
        )}
      </span>
    </p>
  );
}

import { NAME_COMMA, textIn } from '#contract/text.ts';
import { Fragment } from 'react';
import { meterGoal } from '#web/pageGoal.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/text/language.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { NamedMeter } from '#feature/meters/subject/contract.ts';
import styles from './NeverHeard.module.css';

const SHOWN = 5;

/** Names the meters of which nothing ever came, apart from what is missing, and leads to where they are connected. */
export function NeverHeard({ meters }: { readonly meters: readonly NamedMeter[] }) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
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
              <GoLink goal={meterGoal(ammeterId)}>{ammeterName}</GoLink>
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

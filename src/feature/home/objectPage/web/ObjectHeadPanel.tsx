import { energyTypeOf } from '#contract/energyType.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { monitorObject } from '#resource/archive/monitorObject.ts';
import { orgUnit } from '#resource/sys/orgUnit.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import type { ObjectHead } from '../contract.ts';
import { Doubts } from './Doubts.tsx';
import { Fact } from './Fact.tsx';
import styles from './Head.module.css';
import { Today } from './Today.tsx';
import { Trail } from './Trail.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** The resources of the kinds of nodes. */
export const RESOURCE_OF = { consumer, site: monitorSite, unit: orgUnit, object: monitorObject } as const;

/** Both names, number, place, energies and what is odd about a site, unit or monitored object. */
export function ObjectHeadPanel({ head }: { readonly head: ObjectHead }) {
  const t = useObjectPageTexts();
  const say = useText();
  const mayOpen = useMay('SDNMonitoring.Overview');
  const { dataTypes, today, places } = head;
  const [first] = dataTypes;
  return (
    <header className={styles.head}>
      <div className={styles.about}>
        <h2 className={styles.title}>
          {head.name}
          {head.otherName && <span className={styles.other}>{head.otherName}</span>}
          <span className={styles.code}>{head.code}</span>
          <span className={styles.state}>{t(`kind_${head.kind}`)}</span>
        </h2>
        <dl className={styles.facts}>
          {places.length > 0 && (
            <Fact name={t('place')}>
              <Trail places={places} />
            </Fact>
          )}
          {dataTypes.length > 0 && (
            <Fact name={t('energyType')}>
              {dataTypes.map((type) => say(energyTypeOf(type).label)).join(say({ zh: '、', en: ', ' }))}
            </Fact>
          )}
          <Fact name={t('metersIn')}>
            {head.choices.length === 1
              ? head.choices.map(({ ammeterId, ammeterName }) => (
                  <PageLink key={ammeterId} kind="meter" id={ammeterId}>
                    {ammeterName}
                  </PageLink>
                ))
              : head.meterCount}
          </Fact>
          {today && first !== undefined && (
            <Fact name={t('today')}>
              <Today today={today} unit={energyTypeOf(first).unit} now={head.now} mayOpen={mayOpen} />
            </Fact>
          )}
        </dl>
        {today && <Doubts notices={today.notices} meterId={null} timeZone={head.timeZone} now={head.now} />}
      </div>
    </header>
  );
}

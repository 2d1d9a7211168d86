import type { ReactNode } from 'react';
import { energyTypeOf } from '#contract/energyType.ts';
import { formatFull, formatNumber, formatPercent } from '#domain/figure/number.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { ContactMark } from '#feature/meters/communication/web/public.ts';
import { secondAt, timeAt } from '#domain/time/text.ts';
import { meterGoal } from '#web/pageGoal.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { GoLink } from '#web/ui/GoLink.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { unitText } from '#web/ui/unit.ts';
import type { MeterHead } from '../contract.ts';
import { Doubts } from './Doubts.tsx';
import { Fact } from './Fact.tsx';
import styles from './Head.module.css';
import { PlaceLink, Trail } from './Trail.tsx';
import { Today } from './Today.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

const MOST_NAMED = 4;

/** Both names, number, state, place, device, last value and what is odd about a meter. */
export function MeterHeadPanel({ head }: { readonly head: MeterHead }) {
  const t = useObjectPageTexts();
  const say = useText();
  const { virtual, inUse, contact, lastAt, places, alsoIn, above, below, dataType } = head;
  const energy = dataType === null ? null : say(energyTypeOf(dataType).label);
  return (
    <header className={styles.head}>
      <div className={styles.about}>
        <h2 className={styles.title}>
          {head.name}
          {head.otherName && <span className={styles.other}>{head.otherName}</span>}
          <span className={styles.code}>{head.code}</span>
          <span className={styles.state}>
            {!inUse ? (
              <StatusDot status="noData" text={t('outOfUse')} />
            ) : virtual ? (
              t('partsOf', { n: below.length })
            ) : (
              <ContactMark contact={contact} />
            )}
          </span>
        </h2>
        <dl className={styles.facts}>
          <Fact name={t('place')}>
            <Trail places={places} />
          </Fact>
          {alsoIn.length > 0 && (
            <Fact name={t('alsoIn')}>
              <Listed
                items={alsoIn.map((place) => (
                  <PlaceLink key={place.orgId} place={place} />
                ))}
              />
            </Fact>
          )}
          {above.length > 0 && (
            <Fact name={t('above')}>
              <Listed
                items={above.slice(-1).map(({ ammeterId, ammeterName }) => (
                  <PageLink key={ammeterId} kind="meter" id={ammeterId}>
                    {ammeterName}
                  </PageLink>
                ))}
              />
            </Fact>
          )}
          {below.length > 0 && (
            <Fact name={virtual ? t('partsOf', { n: below.length }) : t('below', { n: below.length })}>
              <Listed
                items={below.map(({ ammeterId, ammeterName }) => (
                  <PageLink key={ammeterId} kind="meter" id={ammeterId}>
                    {ammeterName}
                  </PageLink>
                ))}
              />
            </Fact>
          )}
          {energy && <Fact name={t('energyType')}>{energy}</Fact>}
          <DeviceFacts head={head} />
          {!virtual && (
            <Fact name={t('lastAt')}>
              {lastAt === null ? (
                t('neverHeard')
              ) : (
                <>
                  <b>{secondAt(head.timeZone, lastAt)}</b>
                  <small>
                    <Ago at={lastAt} zone={head.timeZone} now={head.now} />
                  </small>
                </>
              )}
            </Fact>
          )}
          <TodayFact head={head} />
        </dl>
        {head.today && (
          <Doubts
            notices={head.today.notices}
            meterId={head.ammeterId}
            timeZone={head.timeZone}
            now={head.now}
          />
        )}
      </div>
      <LastValue head={head} />
    </header>
  );
}

/** Names one after the other; what is too many is counted. */
function Listed({ items }: { readonly items: readonly ReactNode[] }) {
  const t = useObjectPageTexts();
  return (
    <>
      {items.slice(0, MOST_NAMED)}
      {items.length > MOST_NAMED && <small>{t('more', { n: items.length - MOST_NAMED })}</small>}
    </>
  );
}

function TodayFact({ head: { today, unit, now } }: { readonly head: MeterHead }) {
  const t = useObjectPageTexts();
  const mayOpen = useMay('SDNMonitoring.Overview');
  if (!today) return null;
  return (
    <Fact name={t('today')}>
      <Today today={today} unit={unit} now={now} mayOpen={mayOpen} />
    </Fact>
  );
}

/** The device that is mounted: number, ratio, accuracy, next verification. */
function DeviceFacts({ head }: { readonly head: MeterHead }) {
  const t = useObjectPageTexts();
  const { device, accuracy, verification, timeZone, ammeterId } = head;
  const since = device?.since;
  return (
    <>
      {device && (
        <>
          <Fact name={t('serial')}>{device.serial || t('unknownSerial')}</Fact>
          <Fact name={t('ratio')}>
            <span
              title={[
                since == null ? '' : t('since', { day: timeAt(timeZone, since) }),
                device.correctionFactor === '1' ? '' : t('corrected', { factor: device.correctionFactor }),
              ]
                .filter(Boolean)
                .join('\n')}
            >
              {formatFull(Number(device.ratio))}
              {device.correctionFactor !== '1' && ` × ${device.correctionFactor}`}
            </span>
          </Fact>
        </>
      )}
      {accuracy && (
        <Fact name={t('accuracy')}>
          <span
            title={t(accuracy.written === null ? 'asked' : 'recorded', { limit: String(accuracy.limit) })}
          >
            {accuracy.written ?? `(${accuracy.limit})`}
          </span>
        </Fact>
      )}
      {verification?.day && (
        <Fact name={t('verification')}>
          <GoLink goal={meterGoal(ammeterId, { tab: 'archive' })}>{verification.day}</GoLink>
          <small>
            {(verification.days ?? 0) < 0
              ? t('overdue', { n: -(verification.days ?? 0) })
              : t('dueIn', { n: verification.days ?? 0 })}
          </small>
        </Fact>
      )}
    </>
  );
}

/** Power against the rated power where a meter tells it, else its register. */
function LastValue({
  head: { power, register, ratedPower, contact, unit, device },
}: {
  readonly head: MeterHead;
}) {
  const t = useObjectPageTexts();
  if (power !== null)
    return (
      <div>
        <div className={styles.value}>
          {formatNumber(power, power < 100 ? 1 : 0)}{' '}
          <small>kW {t(contact === 'online' ? 'powerNow' : 'powerThen')}</small>
        </div>
        {ratedPower !== null && ratedPower > 0 && (
          <div className={styles.valueFoot}>
            {t('share', { percent: formatPercent(power / ratedPower), rated: formatNumber(ratedPower, 0) })}
          </div>
        )}
      </div>
    );
  if (register === null) return null;
  return (
    <div>
      <div className={styles.value}>
        {formatFull(register)} <small>{unitText(unit)}</small>
      </div>
      <div className={styles.valueFoot}>
        {t('register')}
        {device && device.ratio !== '1' && ` × ${formatFull(Number(device.ratio))}`}
      </div>
    </div>
  );
}

import { useText, useTexts } from '#web/text/useTexts.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time/duration.ts';
import { clockAt } from '#domain/time/text.ts';
import { GoLink, type Goal } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { GuardState } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Guard.module.css';

/** One limit: how its window stands, how it will end, what to shed. */
export function GuardPanel({
  state,
  goal,
}: {
  readonly state: GuardState;
  /** The page of all limits, where this is not it. */
  readonly goal?: Goal;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('demand');
  const say = useText();
  const { projected, limit, from, to, timeZone, shed, possible, warns } = state;
  const most = Math.max(limit, projected ?? 0) * 1.15 || 1;
  const share = (value: number): string => `${Math.min(100, (value / most) * 100)}%`;
  const sofar = (state.energy * HOUR_MS) / (to - from);
  return (
    <Panel
      title={goal ? <GoLink goal={goal}>{state.guardName}</GoLink> : state.guardName}
      unit={`${clockAt(timeZone, from)}–${clockAt(timeZone, to)}`}
      extra={
        <StatusDot
          status={projected === null ? 'offline' : warns ? 'alarm' : 'normal'}
          text={t(projected === null ? 'unknown' : warns ? 'warning' : 'fine')}
        />
      }
    >
      <div className={styles['big']}>
        <span className={warns ? styles['over'] : undefined}>{formatNumber(projected, 0)}</span>
        <small className={kit.quiet}>
          kW {t('projected')} / {t('limit')} {formatNumber(limit, 0)} kW
        </small>
      </div>
      <div
        className={styles['bar']}
        aria-hidden="true"
        title={t('barIs', {
          now: formatNumber(sofar, 0),
          end: formatNumber(projected, 0),
          limit: formatNumber(limit, 0),
        })}
      >
        <i className={styles['end']} style={{ width: share(projected ?? 0) }} />
        <i className={warns ? styles['soFarOver'] : styles['soFar']} style={{ width: share(sofar) }} />
        <i className={styles['limit']} style={{ left: share(limit) }} />
      </div>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('energySoFar')}</dt>
          <dd>{formatNumber(state.energy, 1)} kWh</dd>
        </div>
        <div>
          <dt>{t('powerNow')}</dt>
          <dd>{formatNumber(state.power, 0)} kW</dd>
        </div>
        <div>
          <dt>{t('monthMaximum')}</dt>
          <dd>
            {state.month?.atLeast && state.month.maximum && `${t('atLeast')} `}
            {formatNumber(state.month?.maximum?.value ?? null, 0)} kW
          </dd>
        </div>
        <div>
          <dt>{t('method')}</dt>
          <dd>{say(state.method)}</dd>
        </div>
        <div>
          <dt>{t('basis')}</dt>
          <dd>{t(`basis_${state.basis}`)}</dd>
        </div>
      </dl>
      {shed !== null && state.shedUntil !== null && (
        <output className={styles['advice']}>
          {possible
            ? t('advice', {
                kW: formatNumber(shed, 0),
                until: clockAt(timeZone, state.shedUntil),
                minutes: Math.max(
                  1,
                  Math.ceil((state.shedUntil - Math.max(state.now, state.knownTo)) / MINUTE_MS),
                ),
              })
            : t('tooLate')}
        </output>
      )}
    </Panel>
  );
}

import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import { useText } from '#web/text/useTexts.ts';
import { meterGoal } from '#web/pageGoal.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Missing, NumberText } from '#web/ui/NumberText.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { formatChange, formatScaled, scaleFor } from '#domain/figure/number.ts';
import type { DeviceRank, HourRank } from '../contract.ts';
import { unitText } from '#web/ui/unit.ts';
import { shareOf } from '#web/provenance/quality.ts';
import type { OpenBucket } from '#web/provenance/openBucket.ts';
import { padTop } from './top.ts';
import kit from '#web/ui/kit.module.css';
import styles from './TopPanels.module.css';
import { useOverviewTexts } from './useOverviewTexts.ts';

export interface TopProps<T> {
  readonly entries: readonly T[];
  readonly unit: string;
  /** Start of the day shown. */
  readonly at: number;
  readonly current: boolean;
  readonly onOpen: (bucket: OpenBucket) => void;
}

/** Yuan of a ranking: whole ones, every digit on hover. */
const YUAN = { unit: 'CNY', factor: 1, decimals: 0 };

export interface DeviceTopProps extends TopProps<DeviceRank> {
  readonly date: string;
  readonly energy: string;
  /** Yuan of the day by meter; null for whoever may not see prices. */
  readonly costs: ReadonlyMap<number, number | null> | null;
}

/** The ten devices that used most, each with its share of the first as a bar. */
export function DeviceTop({ entries, unit, at, current, date, energy, costs, onOpen }: DeviceTopProps) {
  const t = useOverviewTexts();
  const say = useText();
  const scale = scaleFor(unit, entries.map((entry) => entry.pP)); // prettier-ignore
  const most = Math.max(...entries.map((entry) => entry.pP), 0);
  const changeLabel = t(current ? 'vsYesterday' : 'vsBefore');
  return (
    <Panel
      title={t('devices', { energy })}
      {...(costs ? {} : { unit: scale.unit, extra: <span className={styles.aside}>{changeLabel}</span> })}
    >
      <div className={styles.ranking}>
        {costs && (
          <p className={`${styles.device} ${styles.priced} ${styles.columns}`}>
            <span>{unitText(scale.unit)}</span>
            <span className={styles.cost}>{unitText('CNY')}</span>
            <span>{changeLabel}</span>
          </p>
        )}
        <ol className={`${styles.list} ${costs ? styles.under : ''}`}>
          {padTop(entries).map((entry, i) => (
            <li key={entry?.dataAmmeterId ?? -i} className={`${styles.device} ${costs ? styles.priced : ''}`}>
              <span className={styles.rank}>{i + 1}</span>
              <span className={styles.name}>
                <span className={styles.line}>
                  {entry ? (
                    <GoLink
                      goal={meterGoal(entry.dataAmmeterId, { date: current ? undefined : date })}
                      title={entry.deviceName}
                    >
                      {entry.deviceName}
                    </GoLink>
                  ) : (
                    <Missing />
                  )}
                  {entry && <CoverageMark coverage={shareOf(entry.coverage)} />}
                </span>
                <span className={styles.track}>
                  <i style={{ width: `${entry && most > 0 ? Math.max(0, (100 * entry.pP) / most) : 0}%` }} />
                </span>
              </span>
              <span className={styles.value}>
                {entry ? (
                  <button
                    type="button"
                    aria-label={t('openOrigin', {
                      what: entry.deviceName,
                      value: formatScaled(entry.pP, scale),
                    })}
                    onClick={() => onOpen({ level: 3, at, meter: entry.dataAmmeterId })}
                  >
                    <NumberText value={entry.pP} scale={scale} baseUnit={unit} />
                  </button>
                ) : (
                  <Missing />
                )}
              </span>
              {costs && (
                <span className={styles.cost}>
                  {entry ? (
                    <NumberText value={costs.get(entry.dataAmmeterId) ?? null} scale={YUAN} />
                  ) : (
                    <Missing />
                  )}
                </span>
              )}
              <span
                className={`${kit.quiet} ${styles.change}`}
                title={entry?.why ? say(NOT_COMPARABLE[entry.why]) : undefined}
              >
                {entry && entry.change !== null ? formatChange(entry.change, 0) : <Missing />}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}

/** The ten hours in which most was used. */
export function HourTop({ entries, unit, onOpen }: Omit<TopProps<HourRank>, 'at' | 'current'>) {
  const t = useOverviewTexts();
  const scale = scaleFor(unit, entries.map((entry) => entry.pP)); // prettier-ignore
  return (
    <Panel title={t('hoursTop')} extra={<span className={styles.aside}>{scale.unit}</span>}>
      <ol className={styles.list}>
        {padTop(entries).map((entry, i) => (
          <li key={entry?.from ?? -i} className={styles.hour}>
            <span className={styles.rank}>{i + 1}</span>
            <span>{entry ? entry.hour : <Missing />}</span>
            <span className={styles.value}>
              {entry ? (
                <button
                  type="button"
                  aria-label={t('openOrigin', { what: entry.hour, value: formatScaled(entry.pP, scale) })}
                  onClick={() => onOpen({ level: 2, at: entry.from, meter: null })}
                >
                  <NumberText value={entry.pP} scale={scale} baseUnit={unit} />
                </button>
              ) : (
                <Missing />
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

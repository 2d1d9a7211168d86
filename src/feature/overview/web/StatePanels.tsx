import { Link } from '@tanstack/react-router';
import { repairAddress } from '#feature/correction/web/address.ts';
import { useMay } from '#web/session/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { formatFull } from '#domain/figure/number.ts';
import type { Status } from '#web/theme/palette.ts';
import type { CoverageRow, Notice, NoticeKind, State } from '../contract.ts';
import type { OpenBucket } from './address.ts';
import styles from './StatePanels.module.css';
import { shortClock } from './time.ts';
import { useOverviewTexts, type SayOverview } from './useOverviewTexts.ts';

const SHOWN = 5;

const STATUS: Readonly<Record<NoticeKind, Status>> = {
  reset: 'warning',
  conflict: 'warning',
  suspect: 'warning',
  partsExceed: 'warning',
  countedTwice: 'warning',
  offline: 'offline',
  noData: 'noData',
  lowCoverage: 'noData',
  replaced: 'normal',
  rollover: 'normal',
};

/** What a notice says behind its kind. */
function detailOf(notice: Notice, state: State, t: SayOverview): string | null {
  const { kind, at, value } = notice;
  const { date, subject } = state;
  if (kind === 'noData' && at === null) return t('never');
  if (kind === 'offline' || kind === 'noData')
    return at === null ? null : t('lastAt', { at: shortClock(subject.timeZone, at, date) });
  if (kind === 'lowCoverage') return `${value ?? 0}%`;
  const isEnergy = kind === 'partsExceed' || kind === 'countedTwice';
  return isEnergy && value !== null ? `${formatFull(value)} ${subject.unit}` : null;
}

/** Oddities that are repaired on the curve of the meter; the others are in its life or its place. */
const REPAIRED: ReadonlySet<NoticeKind> = new Set(['conflict', 'suspect', 'reset', 'noData', 'lowCoverage']);

/** Leads to the curve of the day, where what is odd is repaired. */
function RepairLink({ meterId, name, date }: { meterId: number; name: string; date: string }) {
  const t = useOverviewTexts();
  const { to, search } = repairAddress(meterId, date);
  return (
    <Link
      className={styles.repair}
      to={to}
      search={
        ((before: object) => ({
          ...('consumer' in before ? { consumer: before.consumer } : {}),
          ...search,
        })) as never
      }
      aria-label={t('repairOf', { name })}
    >
      {t('repair')}
    </Link>
  );
}

/** What is odd about the data of the day. */
export function NoticePanel({
  state,
  at,
  onOpen,
}: {
  state: State;
  at: number;
  onOpen: (bucket: OpenBucket) => void;
}) {
  const t = useOverviewTexts();
  const { notices, noticeCount } = state;
  const mayRepair = useMay('SDNMonitoring.MeterRepair');
  return (
    <Panel
      title={t('odd')}
      extra={
        noticeCount > SHOWN ? <span className={styles.aside}>{t('oddAll', { n: noticeCount })}</span> : null
      }
    >
      {notices.length === 0 ? (
        <EmptyState why={t('oddNone')} height="100%" />
      ) : (
        <ScrollArea className={styles.noticeArea} label={t('odd')}>
          <ul className={styles.notices}>
            {notices.map((notice) => {
              const { kind, dataAmmeterId, name } = notice;
              const word = t(
                `notice${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}` as Parameters<SayOverview>[0],
              );
              const detail = detailOf(notice, state, t);
              return (
                <li key={`${kind} ${dataAmmeterId ?? name}`}>
                  <StatusDot status={STATUS[kind]} />
                  <div>
                    {dataAmmeterId === null ? (
                      name
                    ) : (
                      <button type="button" onClick={() => onOpen({ level: 3, at, meter: dataAmmeterId })}>
                        {name}
                      </button>
                    )}
                    <small>
                      {word}
                      {detail && ` • ${detail}`}
                    </small>
                  </div>
                  {mayRepair && dataAmmeterId !== null && REPAIRED.has(kind) && (
                    <RepairLink meterId={dataAmmeterId} name={name} date={state.date} />
                  )}
                </li>
              );
            })}
          </ul>
        </ScrollArea>
      )}
    </Panel>
  );
}

/** Coverage of the parts of the node, hour by hour. */
export function CoveragePanel({
  rows,
  onOpen,
}: {
  rows: readonly CoverageRow[];
  onOpen: (row: CoverageRow) => void;
}) {
  const t = useOverviewTexts();
  return (
    <Panel title={t('covered')} extra={<span className={styles.aside}>{t('coveredHours')}</span>}>
      <ul className={styles.coverage}>
        {rows.map((row) => (
          <li key={row.orgId ?? row.dataAmmeterId ?? row.name}>
            <button type="button" title={row.name} onClick={() => onOpen(row)}>
              {row.name}
            </button>
            <span className={styles.strip} aria-hidden="true">
              {row.hours.map((percent, hour) => (
                // Hours have no other name than their place.
                // oxlint-disable-next-line react/no-array-index-key
                <i key={hour} style={{ opacity: percent === null ? 0 : 0.12 + 0.005 * percent }} />
              ))}
            </span>
            <span className={styles.percent}>{row.percent === null ? '--' : `${row.percent}%`}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

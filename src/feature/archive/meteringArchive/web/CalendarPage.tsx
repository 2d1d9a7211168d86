import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { MISSING } from '#domain/figure/number.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { DueAnswer, DueMeter } from '../contract.ts';
import { calendarMonths } from '../domain/alignDate.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Calendar.module.css';
import { dueQuery } from './calls.ts';
import { Remaining } from './Remaining.tsx';
import { useArchiveTexts } from './useArchiveTexts.ts';

const SPANS = ['overdue', '30', '90', 'all'] as const;
type Span = (typeof SPANS)[number];

interface Address {
  readonly span: Span;
  /** `2026-01`: the meters of this month alone. */
  readonly month: string | null;
  readonly page: number;
  readonly size: number;
}

function readAddress(raw: RawAddress): Address {
  const [page, size, month] = [Number(raw['page']), Number(raw['size']), String(raw['month'] ?? '')];
  return {
    span: SPANS.find((one) => one === String(raw['span'])) ?? 'all',
    month: /^\d{4}-\d{2}$/.test(month) ? month : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

const within = (meter: DueMeter, { span, month }: Address): boolean =>
  month !== null
    ? meter.nextAlignDate.startsWith(month)
    : span === 'all' || (span === 'overdue' ? meter.days < 0 : meter.days <= Number(span));

/** The verifications that are due and to come: how many in each month, and which. */
export default function CalendarPage() {
  const { consumer } = useConsumer();
  const answer = useQuery(dueQuery(consumer?.orgId ?? null));
  if (answer.isError) return <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} />;
  return <Calendar due={answer.data} />;
}

function Calendar({ due }: { readonly due: DueAnswer | undefined }) {
  const t = useArchiveTexts();
  const [address, change] = useAddress(readAddress);
  const figure = (key: 'meters' | 'overdue' | 'within30' | 'within90') => ({
    key,
    label: t(key),
    value: due ? String(due[key]) : MISSING,
  });
  const words = { overdue: t('overdue'), 30: t('within30'), 90: t('within90'), all: t('all') };
  const found = due?.list.filter((meter) => within(meter, address));
  const { page, size } = address;
  return (
    <div className={kit.stackLoose}>
      <KeyFigures
        compact
        loading={!due}
        figures={[figure('meters'), figure('overdue'), figure('within30'), figure('within90')]}
      />
      <Panel title={t('dueByMonth')}>
        <Months due={due} address={address} onMonth={(month) => change({ month, page: undefined })} />
      </Panel>
      <FilterBar>
        <Segmented
          label={t('span')}
          value={address.month === null ? address.span : 'all'}
          options={SPANS.map((value) => ({ value, text: words[value] }))}
          onChange={(span: Span) =>
            change({ span: span === 'all' ? undefined : span, month: undefined, page: undefined })
          }
        />
      </FilterBar>
      <Panel flush>
        <ListTable<DueMeter>
          label={t('dueList')}
          columns={[
            {
              key: 'meter',
              title: t('meter'),
              render: (row) =>
                row.ammeterId === null ? (
                  row.meterName
                ) : (
                  <PageLink kind="meter" id={row.ammeterId} part={{ tab: 'archive' }}>
                    {row.meterName}
                  </PageLink>
                ),
            },
            { key: 'serial', title: t('serial'), render: (row) => row.serNo },
            { key: 'manage', title: t('manageNo'), render: (row) => row.manageNo ?? MISSING },
            { key: 'location', title: t('location'), render: (row) => row.location },
            { key: 'org', title: t('alignOrg'), render: (row) => row.alignOrg },
            { key: 'last', title: t('last'), render: (row) => row.lastAlignDate },
            { key: 'next', title: t('next'), render: (row) => row.nextAlignDate },
            { key: 'days', title: t('remaining'), render: (row) => <Remaining days={row.days} /> },
          ]}
          rows={found?.slice((page - 1) * size, page * size)}
          keyOf={(row) => row.gaugeId}
          total={found?.length ?? null}
          page={{ current: page, size }}
          onPage={(current, next) => change({ page: current, size: next })}
          empty={
            due?.meters === 0 ? (
              <EmptyState why={t('noMeters')} next={t('enterMeters')} height={200}>
                <Link to="/Archive/gaugeConfigure">{t('enterMeterLink')}</Link>
              </EmptyState>
            ) : (
              <EmptyState why={t('noneDue')} height={200} />
            )
          }
        />
      </Panel>
    </div>
  );
}

interface MonthsProps {
  readonly due: DueAnswer | undefined;
  readonly address: Address;
  readonly onMonth: (month: string | undefined) => void;
}

function Months({ due, address, onMonth }: MonthsProps) {
  const t = useArchiveTexts();
  const months = calendarMonths(due?.today ?? '2000-01', due?.months ?? []);
  const most = Math.max(1, ...months.map((one) => one.count));
  return (
    <div className={styles.months}>
      {months.map(({ month, count, overdue }) => (
        <button
          key={month}
          type="button"
          className={overdue > 0 ? styles.overdue : undefined}
          disabled={count === 0}
          aria-pressed={address.month === month}
          onClick={() => onMonth(address.month === month ? undefined : month)}
        >
          <span className={styles.bar}>
            <span style={{ height: `${(count / most) * 100}%` }}>
              <i style={{ height: `${(overdue / Math.max(1, count)) * 100}%` }} />
            </span>
          </span>
          <b>{due ? count : MISSING}</b>
          <span className="visually-hidden">{t('pieces', { n: count })}</span>
          <small>{due ? month : MISSING}</small>
          {overdue > 0 && <em>{t('overdueOf', { n: overdue })}</em>}
        </button>
      ))}
    </div>
  );
}

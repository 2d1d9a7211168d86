import { useQuery } from '@tanstack/react-query';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { NeverHeard } from '#web/ui/NeverHeard.tsx';
import { saveFile } from '#web/api.ts';
import { useAddress } from '#web/address.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { cutDays, shiftPeriod } from '#web/ui/period.ts';
import { CutDays } from '#web/ui/RangeNote.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { TableFoot } from '#web/resource/TableFoot.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { MOST_RATE_DAYS } from '../contract.ts';
import { readRate } from './address.ts';
import { GAPS_EXPORT, RATE_EXPORT, ratesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { GapList } from './GapList.tsx';
import { HeatTable } from './HeatTable.tsx';
import { RateFigures } from './RateFigures.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const DAYS = 14;

/** Expected against received, by meter and day; the gaps lead to their repair. */
export default function RatePage() {
  const t = useCommunicationTexts();
  const narrow = useNarrow();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readRate);
  const [opened] = useState(() => new Date());
  const today = dateAt(HOME_ZONE, opened);
  const end = address.end ?? today;
  const wanted = { begin: address.begin ?? shiftPeriod('day', end, 1 - DAYS), end };
  const cut = cutDays(wanted, MOST_RATE_DAYS);
  const shown = cut?.first ?? wanted;
  const { q, page, size, view, ammeterId } = address;
  const held = useHeldAddress() !== null;
  const question = {
    consumerId: consumer?.orgId ?? 0,
    ...shown,
    search: q,
    ...(held ? { ammeterId } : {}),
  };
  const answer = useQuery({
    ...ratesQuery({ ...question, current: page, pageSize: size }),
    enabled: consumer !== null,
  });
  if (!consumer) return <NoConsumer />;
  const save = (): void =>
    void saveFile(view === 'gaps' ? GAPS_EXPORT : RATE_EXPORT, {
      ...question,
      ammeterId,
      format: 'xlsx',
    });
  return (
    <div className={kit.stack}>
      <FilterBar
        summary={`${shown.begin} – ${shown.end}${q ? ` · ${q}` : ''}`}
        actions={<Button onClick={save}>{t('export')}</Button>}
      >
        <FilterField label={t('period')}>
          <DatePicker.RangePicker
            aria-label={t('period')}
            style={{ width: 226 }}
            allowClear={false}
            value={[dayjs(shown.begin), dayjs(shown.end)]}
            maxDate={dayjs(today)}
            onChange={(dates) =>
              change({
                begin: dates?.[0]?.format('YYYY-MM-DD'),
                end: dates?.[1]?.format('YYYY-MM-DD'),
                page: undefined,
              })
            }
          />
        </FilterField>
        {!held && (
          <SearchInput
            label={t('searchMeter')}
            value={q}
            onChange={(text) => change({ q: text || undefined, page: undefined, ammeterId: undefined })}
          />
        )}
        <Segmented
          label={t('view')}
          value={view}
          options={[
            { value: 'days', text: t('byDay') },
            { value: 'gaps', text: t('gaps') },
          ]}
          onChange={(next: 'days' | 'gaps') =>
            change({ view: next === 'gaps' ? next : undefined, ammeterId: undefined, page: undefined })
          }
        />
      </FilterBar>
      <CutDays cut={cut} most={MOST_RATE_DAYS} onChoose={(days) => change({ ...days, page: undefined })} />
      {answer.data && <RateFigures summary={answer.data.summary} single={held} />}
      {!held && answer.data && <NeverHeard meters={answer.data.summary.neverHeard} />}
      <Panel
        flush
        title={view === 'gaps' ? t('gaps') : t('rateByDay')}
        unit={view === 'gaps' ? undefined : '%'}
        extra={<span className={styles.quiet}>{t('rateRule')}</span>}
      >
        {view === 'gaps' ? (
          <GapList
            key={`${ammeterId} ${shown.begin} ${shown.end} ${q}`}
            question={{ ...question, ammeterId }}
            {...(ammeterId === null || held ? {} : { onAll: () => change({ ammeterId: undefined }) })}
          />
        ) : answer.error ? (
          <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
        ) : !answer.data ? (
          <LoadingState height={240} />
        ) : answer.data.list.length === 0 ? (
          <EmptyState why={held ? t('notListed') : q === '' ? t('noMeter') : t('noMatch')} height={200} />
        ) : (
          <>
            <HeatTable
              rates={answer.data.list}
              summary={answer.data.summary}
              waiting={answer.isPlaceholderData}
              single={held}
              onOpen={(id, day) =>
                change(
                  { view: 'gaps', ammeterId: id, page: undefined, ...(day ? { begin: day, end: day } : {}) },
                  { push: true },
                )
              }
            />
            {!held && (
              <TableFoot
                total={answer.data.pagination.total}
                page={{ current: page, size }}
                narrow={narrow}
                onPage={(current, next) => change({ page: current, size: next })}
              >
                <span className={styles.quiet}>
                  {t('lowestFirst', { n: formatNumber(answer.data.summary.incomplete, 0) })}
                </span>
              </TableFoot>
            )}
          </>
        )}
      </Panel>
    </div>
  );
}

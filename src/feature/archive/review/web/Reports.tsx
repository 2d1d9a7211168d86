import { STAT_TYPE } from '#contract/upload.ts';
import { useQuery } from '@tanstack/react-query';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { get, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { Report, ReportType } from '../contract.ts';
import { useReviewTexts } from './review.ts';
import styles from './Review.module.css';

const NAMES = {
  energy: 'typeEnergy',
  allocation: 'typeAllocation',
  accuracy: 'typeAccuracy',
  review: 'typeReview',
} as const;
const MONTH = 'YYYY-MM';

/** The button over the results of reviews that opens the reports. */
export function Reports() {
  const t = useReviewTexts();
  const { consumer } = useConsumer();
  const [open, setOpen] = useState(false);
  if (!consumer) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('reports')}</Button>
      {open && <ReportDialog enterpriseId={consumer.orgId} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The numbers of a column. */
const figuresOf = (report: Report | undefined, key: string): number[] =>
  (report?.rows ?? []).flatMap((row) => (typeof row[key] === 'number' ? [row[key]] : []));

/** Whole numbers stay whole where all of a column are; else all have two decimals. */
const decimalsOf = (report: Report | undefined, key: string): number =>
  figuresOf(report, key).every(Number.isInteger) ? 0 : 2;

function ReportDialog({ enterpriseId, onClose }: { enterpriseId: number; onClose: () => void }) {
  const t = useReviewTexts();
  const say = useText();
  const mayReported = useMay('SDNDataUpload.SDNMetricalConfig');
  const [type, setType] = useState<ReportType>('energy');
  const [months, setMonths] = useState(() => ({
    startMonth: dayjs().startOf('year').format(MONTH),
    endMonth: dayjs().format(MONTH),
  }));
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const params = { enterpriseId, reportType: type, ...months };
  const query = useQuery({
    queryKey: ['reviewReport', params],
    queryFn: ({ signal }) => get<Report>('yunshui/reviewData/reportQuery', params, { quiet: true, signal }),
  });
  const report = query.data;
  return (
    <Dialog
      title={t('reports')}
      width={900}
      onClose={onClose}
      foot={
        <>
          {mayReported && (
            <GoLink
              goal={{
                to: '/SDNDataUpload/SDNMetricalConfig',
                search: { statType: STAT_TYPE.month, date: `${months.endMonth}-01` },
              }}
            >
              {t('reported', { month: months.endMonth })}
            </GoLink>
          )}
          <Button onClick={() => void saveFile('yunshui/reviewData/reportExport', params)}>
            {t('export')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <Segmented
          label={t('reportType')}
          options={Object.entries(NAMES).map(([value, key]) => ({
            value: value as ReportType,
            text: t(key),
          }))}
          value={type}
          onChange={(next) => {
            setType(next);
            setPage((before) => ({ ...before, current: 1 }));
          }}
        />
        <DatePicker.RangePicker
          picker="month"
          allowClear={false}
          aria-label={`${t('from')} – ${t('to')}`}
          value={[dayjs(months.startMonth), dayjs(months.endMonth)]}
          onChange={(range) => {
            const [from, to] = range ?? [];
            if (!from || !to) return;
            setMonths({ startMonth: from.format(MONTH), endMonth: to.format(MONTH) });
            setPage((before) => ({ ...before, current: 1 }));
          }}
        />
      </div>
      <ListTable
        label={t('reports')}
        columns={(report?.columns ?? []).map(({ key, label, unit }) => ({
          key,
          title: say(label),
          ...(unit ? { unit } : {}),
          end: figuresOf(report, key).length > 0,
          render: (row: Report['rows'][number]) => {
            const value = row[key] ?? null;
            if (typeof value === 'number') return formatNumber(value, decimalsOf(report, key));
            return value === null ? '--' : typeof value === 'string' ? value : say(value);
          },
        }))}
        rows={report?.rows.slice((page.current - 1) * page.size, page.current * page.size)}
        keyOf={(row) => report?.rows.indexOf(row) ?? 0}
        error={query.error}
        onRetry={() => void query.refetch()}
        total={report?.rows.length ?? null}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noRows')} height={120} />}
      />
    </Dialog>
  );
}

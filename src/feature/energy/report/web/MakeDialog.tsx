import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ReportPeriod } from '#contract/report.ts';
import { ApiError, post } from '#web/api.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { refreshTasks } from '#web/shell/task.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { periodBefore } from '../domain/reportPeriod.ts';
import type { texts } from './texts.ts';

const DATE = 'YYYY-MM-DD';

/** Asks for the range of a report that is made now; its last period at first. */
export function MakeDialog({ resource, row, onClose }: ActionProps) {
  const t = useTexts<typeof texts>('report');
  const today = dayjs().format(DATE);
  const [range, setRange] = useState(() => periodBefore(row['period'] as ReportPeriod, today));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await post('archive/energyReport/make', { id: row.id, ...range }, { quiet: true });
      notify('success', t('started'));
      void refreshTasks();
      onClose();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`${t('makeNow')} · ${titleOf(resource, row)}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => void make()}>
            {t('makeNow')}
          </Button>
        </>
      }
    >
      <p>{t('makeHelp')}</p>
      <DatePicker.RangePicker
        aria-label={t('range')}
        allowClear={false}
        // A dialog of the browser lies over all else: the calendar opens inside it.
        getPopupContainer={(field) => field.parentElement ?? field}
        value={[dayjs(range.begin), dayjs(range.end)]}
        disabledDate={(day) => day.format(DATE) > today}
        onChange={(dates) => {
          const [begin, end] = dates ?? [];
          if (begin && end) setRange({ begin: begin.format(DATE), end: end.format(DATE) });
        }}
      />
      {problem && (
        <p role="alert" style={{ color: 'var(--status-alarm)' }}>
          {problem}
        </p>
      )}
    </Dialog>
  );
}

import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { ApiError, post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { PlatformHead } from '../contract.ts';
import { refreshReporting } from './calls.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

/** Clears the batches of some days, after it was told what stays. */
export function ClearDialog({
  head,
  onClose,
}: {
  readonly head: PlatformHead;
  readonly onClose: () => void;
}) {
  const t = useReportTexts();
  const [range, setRange] = useState<readonly [dayjs.Dayjs, dayjs.Dayjs]>([
    dayjs().subtract(30, 'day'),
    dayjs(),
  ]);
  const [problem, setProblem] = useState<string | null>(null);
  const clear = async (): Promise<void> => {
    const [dt1, dt2] = range.map((day) => day.format('YYYY-MM-DD'));
    try {
      const params = { platformId: head.id, orgId: head.consumerId, dt1, dt2 };
      const { records } = await post<{ records: number }>('yunshui/uploadRecord/manualDelHisRec', params, {
        quiet: true,
      });
      notify('success', t('cleared', { n: records }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return setProblem(error.message);
    }
    onClose();
    await refreshReporting();
  };
  return (
    <Dialog
      alert
      title={`${t('clearTitle')} · ${head.platformName}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="danger" onClick={() => void clear()}>
            {t('clear')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <p>{t('clearNote')}</p>
        <DatePicker.RangePicker
          value={[range[0], range[1]]}
          allowClear={false}
          disabledDate={(day) => day.isAfter(dayjs())}
          onChange={(days) => {
            if (days?.[0] && days[1]) setRange([days[0], days[1]]);
          }}
        />
      </div>
    </Dialog>
  );
}

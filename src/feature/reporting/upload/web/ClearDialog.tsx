import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { post } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import type { PlatformHead } from '../contract.ts';
import { DialogForm } from './DialogForm.tsx';
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
  const [range, setRange] = useState<readonly [dayjs.Dayjs, dayjs.Dayjs]>(() => [
    dayjs().subtract(30, 'day'),
    dayjs(),
  ]);
  const clear = async (): Promise<void> => {
    const [dt1, dt2] = range.map((day) => day.format('YYYY-MM-DD'));
    const params = { platformId: head.id, orgId: head.consumerId, dt1, dt2 };
    const { records } = await post<{ records: number }>('yunshui/uploadRecord/manualDelHisRec', params, {
      quiet: true,
    });
    notify('success', t('cleared', { n: records }));
  };
  return (
    <DialogForm
      danger
      title={`${t('clearTitle')} · ${head.platformName}`}
      okText={t('clear')}
      onClose={onClose}
      onSubmit={clear}
    >
      <p>{t('clearNote')}</p>
      <DatePicker.RangePicker
        value={[range[0], range[1]]}
        allowClear={false}
        disabledDate={(day) => day.isAfter(dayjs())}
        onChange={(days) => {
          if (days?.[0] && days[1]) setRange([days[0], days[1]]);
        }}
      />
    </DialogForm>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { Table } from '#web/ui/Table.tsx';
import styles from './MasterData.module.css';
import { useMasterTexts } from './useMasterTexts.ts';

interface Day {
  readonly dt: string;
  readonly holidayTypeId: '1' | '2';
  readonly holidayName: string;
}

/** A button that shows the national list under the special days of an enterprise. */
export function PublicHolidays() {
  const t = useMasterTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('holidays')}</Button>
      {open && <HolidayDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function HolidayDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMasterTexts();
  const [year, setYear] = useState(() => String(new Date().getFullYear()));
  const answer = useQuery({
    queryKey: ['sys', 'publicHoliday', year],
    queryFn: ({ signal }) =>
      get<readonly Day[]>('sys/publicHoliday/getByYear', { year }, { quiet: true, signal }),
  });
  return (
    <Dialog
      title={t('holidays')}
      width={480}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <PeriodPicker kind="year" value={year} onChange={setYear} />
      {answer.isPending ? (
        <LoadingState height={200} />
      ) : answer.isError ? (
        <ErrorState what={answer.error.message} height={200} />
      ) : answer.data.length === 0 ? (
        <EmptyState why={t('noYear')} height={200} />
      ) : (
        <Table<Day>
          look="rows"
          headless
          className={styles.table}
          columns={[
            { key: 'dt', title: '', render: ({ dt }) => dt },
            { key: 'name', title: '', render: ({ holidayName }) => holidayName },
            {
              key: 'kind',
              title: '',
              render: ({ holidayTypeId }) => t(holidayTypeId === '1' ? 'holiday' : 'workday'),
            },
          ]}
          rows={answer.data}
          keyOf={({ dt }) => dt}
        />
      )}
    </Dialog>
  );
}

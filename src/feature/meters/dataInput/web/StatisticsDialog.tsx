import { DatePicker, Form, Segmented, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { ENERGY_TYPE_ORDER, energyTypeOf } from '#contract/energyType.ts';
import { refreshTasks } from '#web/shell/task.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { startStatistics } from './calls.ts';
import { useDataInputTexts } from './useDataInputTexts.ts';

const KINDS = ['day', 'month', 'year'] as const;
type Kind = (typeof KINDS)[number];
const FORMAT = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;
const PICKER = { day: 'date', month: 'month', year: 'year' } as const;

/** Has a day, month or year of an enterprise calculated again. */
export function StatisticsDialog({ consumerId, onClose }: { consumerId: number; onClose: () => void }) {
  const t = useDataInputTexts();
  const say = useText();
  const [kind, setKind] = useState<Kind>('month');
  const [when, setWhen] = useState<Dayjs>(() => dayjs());
  const [type, setType] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await startStatistics({ consumerId, dataType: type, dt: when.format(FORMAT[kind]), dtType: kind });
      notify('success', t('statisticsStarted'));
      await refreshTasks();
      onClose();
    } catch {
      // The refusal was shown by the call.
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('statisticsTitle')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => void run()}>
            {t('run')}
          </Button>
        </>
      }
    >
      <p>{t('statisticsText')}</p>
      <Form name="statistics" layout="vertical">
        <Form.Item label={t('period')} htmlFor="statistics-when">
          <Segmented
            block
            value={kind}
            options={KINDS.map((value) => ({ value, label: t(value) }))}
            onChange={setKind}
          />
          <DatePicker
            id="statistics-when"
            style={{ width: '100%', marginTop: 8 }}
            picker={PICKER[kind]}
            allowClear={false}
            value={when}
            onChange={(next) => next && setWhen(next)}
          />
        </Form.Item>
        <Form.Item label={t('dataType')} htmlFor="statistics-type">
          <Select
            id="statistics-type"
            value={type}
            options={[
              { value: '', label: t('all') },
              ...ENERGY_TYPE_ORDER.map((value) => ({
                value: value as string,
                label: say(energyTypeOf(value).label),
              })),
            ]}
            onChange={setType}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

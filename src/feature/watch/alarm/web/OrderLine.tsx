import { post } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { useGo } from '#web/ui/useGo.ts';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { AlarmRow } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Alarm.module.css';
import { useAlarmTexts } from './useAlarmTexts.ts';

/** Makes a work order of a record and leads to it; one that is open already is led to. */
export function OrderLine({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const go = useGo();
  const [busy, run] = useOneAtATime();
  const make = (): void =>
    void run(async () => {
      const { workOrderId } = await post<{ workOrderId: number }>('alarm/workOrder/addFromAlarm', {
        alarmRecordId: row.id,
      });
      go({ to: '/SDNWatch/WorkBoard', search: { order: workOrderId } });
    }).catch(() => {});
  return (
    <div className={`${kit.row} ${styles.line}`}>
      <Button className={styles.press} disabled={busy} onClick={make}>
        {t('makeOrder')}
      </Button>
    </div>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { DatePicker, Input, Select } from 'antd';
import { useState } from 'react';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import { WORK_DEMANDS, type WorkDemand } from '#contract/workOrder.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { post } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { instantText } from '#web/ui/zoneTime.ts';
import type { Dayjs } from 'dayjs';
import { ordersKey } from './calls.ts';
import { SiteField } from './SiteField.tsx';
import styles from './Order.module.css';
import { useDraft } from './useDraft.ts';
import { useOrderTexts } from './useOrderTexts.ts';

export interface NewOrderProps {
  readonly consumerId: number;
  readonly onClose: () => void;
  readonly onMade: (id: number) => void;
}

/** A work order by hand; its words stay on the device until it was made. */
export function NewOrder({ consumerId, onClose, onMade }: NewOrderProps) {
  const t = useOrderTexts();
  const say = useText();
  const queries = useQueryClient();
  const name = useDraft('name');
  const description = useDraft('description');
  const [site, setSite] = useState<{ readonly id: number; readonly zone: string } | null>(null);
  const [demand, setDemand] = useState<WorkDemand>('repair');
  const [urgency, setUrgency] = useState('3');
  const [due, setDue] = useState<Dayjs | null>(null);
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    if (!name.text.trim()) return notify('warning', t('needName'));
    setBusy(true);
    let made: number | null = null;
    const sent = await name.send(async () => {
      const row = await post<{ id: number }>('alarm/workOrder/add', {
        orderName: name.text.trim(),
        consumerId,
        siteId: site?.id ?? null,
        demand,
        urgency,
        description: description.text.trim() || null,
        dueAt: due ? instantText(due, site?.zone ?? HOME_ZONE) : null,
      });
      made = row.id;
    });
    setBusy(false);
    if (!sent || made === null) return;
    description.change('');
    notify('success', t('created2'));
    void queries.invalidateQueries({ queryKey: ordersKey });
    onMade(made);
  };
  return (
    <Dialog
      title={t('newOrder')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={busy} onClick={() => void make()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <label>
          <span>{t('name')}</span>
          <Input
            data-focus
            maxLength={200}
            value={name.text}
            onChange={(event) => name.change(event.target.value)}
          />
        </label>
        <label>
          <span>{t('site')}</span>
          <SiteField consumerId={consumerId} value={site?.id ?? null} onChange={setSite} />
        </label>
        <label>
          <span>{t('demand')}</span>
          <Select
            value={demand}
            options={Object.entries(WORK_DEMANDS).map(([value, label]) => ({
              value: value as WorkDemand,
              label: say(label),
            }))}
            onChange={setDemand}
          />
        </label>
        <label>
          <span>{t('urgency')}</span>
          <Select
            value={urgency}
            options={Object.entries(EVENT_LEVELS).map(([value, label]) => ({ value, label: say(label) }))}
            onChange={setUrgency}
          />
        </label>
        <label>
          <span>{t('due')}</span>
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={due}
            onChange={setDue}
          />
        </label>
        <label className={styles.wide}>
          <span>{t('description')}</span>
          <Input.TextArea
            rows={4}
            maxLength={1000}
            value={description.text}
            onChange={(event) => description.change(event.target.value)}
          />
        </label>
      </div>
    </Dialog>
  );
}

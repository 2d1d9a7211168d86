import { useQueryClient } from '@tanstack/react-query';
import { DatePicker, Input, Select } from 'antd';
import { useState } from 'react';
import { EVENT_LEVELS } from '#contract/linkage.ts';
import { WORK_DEMANDS, type WorkDemand } from '#contract/workOrder.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { post } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { instantText } from '#web/ui/zoneTime.ts';
import { ordersKey } from './calls.ts';
import { SiteField } from './SiteField.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Order.module.css';
import { type Choices, useChoices } from './useChoices.ts';
import { useDraft } from './useDraft.ts';
import { useOrderTexts } from './useOrderTexts.ts';
import { useSentKey } from './useSentKey.ts';

export interface NewOrderProps {
  readonly consumerId: number;
  readonly onClose: () => void;
  readonly onMade: (id: number) => void;
}

/** What is sent of it. */
const fieldsOf = (
  {
    consumerId,
    name,
    description,
  }: { readonly consumerId: number; readonly name: string; readonly description: string },
  { site, demand, urgency, due }: Choices,
) => ({
  orderName: name.trim(),
  consumerId,
  siteId: site?.id ?? null,
  demand,
  urgency,
  description: description.trim() || null,
  dueAt: due ? instantText(due, site?.zone ?? HOME_ZONE) : null,
});

/** A work order by hand; its words and choices stay on the device until it was made. */
export function NewOrder({ consumerId, onClose, onMade }: NewOrderProps) {
  const t = useOrderTexts();
  const queries = useQueryClient();
  const name = useDraft(`${consumerId}.name`);
  const description = useDraft(`${consumerId}.description`);
  const { choices, choose, forget } = useChoices(`${consumerId}.choices`);
  const unanswered = useSentKey(`${consumerId}.unanswered`, DAY_MS);
  const [busy, setBusy] = useState(false);
  const make = async (): Promise<void> => {
    if (!name.text.trim()) return notify('warning', t('needName'));
    setBusy(true);
    const fields = fieldsOf({ consumerId, name: name.text, description: description.text }, choices);
    const sentKey = unanswered.keyOf(fields);
    const made = await name.send(() => post<{ id: number }>('alarm/workOrder/add', { ...fields, sentKey }));
    setBusy(false);
    if (!made) return;
    description.change('');
    forget();
    unanswered.forget();
    notify('success', t('created2'));
    void queries.invalidateQueries({ queryKey: ordersKey });
    onMade(made.id);
  };
  return (
    <Dialog
      title={t('newOrder')}
      onClose={onClose}
      foot={<Foot busy={busy} onClose={onClose} onSave={() => void make()} />}
    >
      <div className={styles.form}>
        <label className={kit.stackTight}>
          <span>{t('name')}</span>
          <Input
            data-focus
            maxLength={200}
            value={name.text}
            onChange={({ target }) => name.change(target.value)}
          />
        </label>
        <ChoiceFields consumerId={consumerId} choices={choices} onChange={choose} />
        <label className={`${kit.stackTight} ${styles.wide}`}>
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

interface FootProps {
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}

function Foot({ busy, onClose, onSave }: FootProps) {
  const t = useOrderTexts();
  return (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button kind="primary" disabled={busy} onClick={onSave}>
        {t('save')}
      </Button>
    </>
  );
}

interface ChoiceFieldsProps {
  readonly consumerId: number;
  readonly choices: Choices;
  readonly onChange: (part: Partial<Choices>) => void;
}

function ChoiceFields({ consumerId, choices, onChange }: ChoiceFieldsProps) {
  const t = useOrderTexts();
  const say = useText();
  return (
    <>
      <label className={kit.stackTight}>
        <span>{t('site')}</span>
        <SiteField consumerId={consumerId} value={choices.site} onChange={(site) => onChange({ site })} />
      </label>
      <label className={kit.stackTight}>
        <span>{t('demand')}</span>
        <Select
          value={choices.demand}
          options={Object.entries(WORK_DEMANDS).map(([value, label]) => ({
            value: value as WorkDemand,
            label: say(label),
          }))}
          onChange={(demand) => onChange({ demand })}
        />
      </label>
      <label className={kit.stackTight}>
        <span>{t('urgency')}</span>
        <Select
          value={choices.urgency}
          options={Object.entries(EVENT_LEVELS).map(([value, label]) => ({ value, label: say(label) }))}
          onChange={(urgency) => onChange({ urgency })}
        />
      </label>
      <label className={kit.stackTight}>
        <span>{t('due')}</span>
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          value={choices.due}
          onChange={(due) => onChange({ due })}
        />
      </label>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { MONITOR_TYPES } from '#contract/monitorType.ts';
import { monitorItem } from '#resource/archive/monitorItem.ts';
import { ApiError, get, post } from '#web/api.ts';
import { Picker } from '#web/resource/Picker.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import type { ObjectInfo } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

interface DataItemRow {
  readonly id: number;
  readonly dataItemName: string;
  readonly dataCode: string;
  readonly unit: string | null;
  readonly monitored: boolean;
}

interface ItemDialogProps {
  readonly info: ObjectInfo;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

/** Makes data items of a meter monitored at an object, many at once. */
export function ItemDialog({ info, onClose, onAdded }: ItemDialogProps) {
  const t = useObjectTexts();
  const say = useText();
  const id = useId();
  const [ammeterId, setAmmeterId] = useState<number | null>(info.ammeterIdList?.[0] ?? null);
  const [monitorType, setMonitorType] = useState('1');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const { data: items = [] } = useQuery({
    queryKey: ['archive', 'monitorItem', 'getDataItems', ammeterId],
    queryFn: ({ signal }) =>
      get<readonly DataItemRow[]>('archive/monitorItem/getDataItems', { ammeterId }, { quiet: true, signal }),
  });
  const toggle = (item: number): void =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(item)) next.add(item);
      return next;
    });
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await post(
        'archive/monitorItem/addMonitorItems',
        { dataItemIds: [...chosen].join(','), ammeterId, monitorType, monitorObjectId: info.id },
        { quiet: true },
      );
      notify('success', t('itemsAdded'));
      onAdded();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <Dialog
      width={640}
      title={t('addItems')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} disabled={ammeterId === null || chosen.size === 0}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={id} className={kit.stack} onSubmit={(event) => void send(event)}>
        {problem && (
          <p role="alert" className={kit.fault}>
            {problem}
          </p>
        )}
        <div className={`${kit.stackTight} ${styles.field}`}>
          <label htmlFor={`${id}-meter`}>{say(monitorItem.fields.ammeterId.label)}</label>
          <Picker
            id={`${id}-meter`}
            field={monitorItem.fields.ammeterId}
            ids={ammeterId === null ? [] : [ammeterId]}
            onChange={([one]) => setAmmeterId(one ?? null)}
            multiple={false}
            consumerId={info.consumerId}
            label={say(monitorItem.fields.ammeterId.label)}
          />
        </div>
        <label className={`${kit.stackTight} ${styles.field}`}>
          {t('monitorType')}
          <select value={monitorType} onChange={(event) => setMonitorType(event.target.value)}>
            {Object.entries(MONITOR_TYPES).map(([code, label]) => (
              <option key={code} value={code}>
                {say(label)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className={styles.checks}>
          <legend>{t('dataItems')}</legend>
          {items.map((item) => (
            <label key={item.id}>
              <input type="checkbox" checked={chosen.has(item.id)} onChange={() => toggle(item.id)} />{' '}
              {item.dataItemName} <small className={styles.quiet}>{item.dataCode}</small>
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { MONITOR_TYPES } from '#contract/monitorType.ts';
import { post } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { ObjectInfo } from './calls.ts';
import { ItemDialog } from './ItemDialog.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import { useObjectTexts } from './useObjectTexts.ts';

interface ItemPartProps {
  readonly info: ObjectInfo;
  readonly onChanged: () => Promise<void>;
}

const typeOf = (code: string) =>
  MONITOR_TYPES[Number(code) as keyof typeof MONITOR_TYPES] ?? MONITOR_TYPES[1];

/** The monitored values that hang on an object. */
export function ItemPart({ info, onChanged }: ItemPartProps) {
  const t = useObjectTexts();
  const say = useText();
  const mayAdd = useMay('archive.monitorItem.add');
  const mayRemove = useMay('archive.monitorObjectItem.del');
  const [adding, setAdding] = useState(false);
  const remove = async (linkId: number): Promise<void> => {
    await post('archive/monitorObjectItem/del', { id: linkId });
    notify('success', t('deleted'));
    await onChanged();
  };
  const add = mayAdd && <Button onClick={() => setAdding(true)}>{t('addItems')}</Button>;
  return (
    <Panel title={t('items')} extra={info.items.length > 0 && add}>
      {info.items.length === 0 ? (
        <EmptyState why={t('noItems')} next={t('noItemsNext')}>
          {add}
        </EmptyState>
      ) : (
        <ul className={`${kit.list} ${styles.list}`}>
          {info.items.map((item) => (
            <li key={item.linkId}>
              <span>
                {item.itemName} <small className={styles.quiet}>{say(typeOf(item.monitorType))}</small>
              </span>
              {mayRemove && (
                <Button
                  kind="link"
                  aria-label={`${t('remove')} ${item.itemName}`}
                  onClick={() => void remove(item.linkId).catch(() => {})}
                >
                  {t('remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <ItemDialog
          info={info}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void onChanged();
          }}
        />
      )}
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { ApiError, get } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { postConfirmed } from '#web/resource/postConfirmed.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { shownName } from '#web/text/secondName.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import type { SumDefinition, SumItem } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './SumDialog.module.css';

interface MeterItem {
  readonly id: number;
  readonly ammeterName: string;
  readonly ammeterNameEn?: string | null;
  readonly ammeterCode: string;
}

/** What a virtual meter is the signed sum of. */
export function SumDialog({ resource, row, onClose }: ActionProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('virtualMeter');
  const [edited, setEdited] = useState<readonly SumItem[] | null>(null);
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const sum = useQuery({
    queryKey: ['virtualMeter', row.id],
    queryFn: () => get<SumDefinition>('archive/ammeterSum/getSum', { ammeterId: row.id }, { quiet: true }),
    staleTime: 0,
  });
  const consumerId = Number(row['consumerId']);
  const meters = useQuery({
    queryKey: ['virtualMeter', 'meters', consumerId, search],
    queryFn: async () =>
      (
        await get<{ list: readonly MeterItem[] }>(
          'archive/ammeter/searchpage',
          {
            consumerId,
            dataType: String(row['dataType']),
            search,
            orderBy: 'ammeterCode',
            pageNo: 1,
            pageSize: 50,
          },
          { quiet: true },
        )
      ).list,
  });
  const items = edited ?? sum.data?.items ?? [];
  const change = (next: readonly SumItem[]): void => {
    setEdited(next);
    setProblem(null);
  };
  const save = async (): Promise<void> => {
    try {
      const parts = items.map(({ ammeterId, sign }) => ({ ammeterId, sign }));
      const saved = await postConfirmed('archive/ammeterSum/editSum', {
        ammeterId: row.id,
        items: JSON.stringify(parts),
      });
      if (!saved) return;
      notify('success', t('saved'));
      void queryClient.invalidateQueries({ queryKey: ['task'] });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    }
  };
  const taken = new Set([row.id, ...items.map((item) => item.ammeterId)]);
  const fault = problem ?? sum.error?.message ?? null;
  return (
    <Dialog
      title={t('title', { meter: titleOf(resource, row) })}
      onClose={onClose}
      width={520}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {sum.data?.virtual && (
            <Button kind="primary" disabled={edited === null} onClick={() => void save()}>
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      {sum.isPending && <LoadingState height={120} />}
      {sum.data && !sum.data.virtual && <p>{t('notVirtual')}</p>}
      {sum.data?.virtual && (
        <>
          {items.length === 0 && <p className={kit.quiet}>{t('none')}</p>}
          <ul className={styles.items}>
            {items.map((item) => (
              <li key={item.ammeterId}>
                <Select
                  aria-label={t('sign', { meter: item.ammeterName })}
                  value={item.sign}
                  style={{ width: 88 }}
                  onChange={(sign) => change(items.map((one) => (one === item ? { ...item, sign } : one)))}
                  options={[
                    { value: 1 as const, label: t('plus') },
                    { value: -1 as const, label: t('minus') },
                  ]}
                />
                <span>
                  {item.ammeterName} <small>{item.ammeterCode}</small>
                </span>
                <Button
                  kind="link"
                  aria-label={t('remove', { meter: item.ammeterName })}
                  onClick={() => change(items.filter((one) => one !== item))}
                >
                  {t('removeShort')}
                </Button>
              </li>
            ))}
          </ul>
          <Select
            showSearch={{ filterOption: false, onSearch: setSearch }}
            style={{ width: '100%' }}
            aria-label={t('add')}
            placeholder={t('add')}
            value={null}
            onChange={(id: number | null) => {
              const meter = meters.data?.find((one) => one.id === id);
              if (meter) change([...items, { ...meter, ammeterId: meter.id, sign: 1 }]);
            }}
            options={(meters.data ?? [])
              .filter((meter) => !taken.has(meter.id))
              .map((meter) => ({
                value: meter.id,
                label: `${shownName(meter.ammeterName, meter.ammeterNameEn)} ${meter.ammeterCode}`,
              }))}
          />
          <p className={kit.quiet}>{t('note')}</p>
        </>
      )}
      {fault && <p role="alert">{fault}</p>}
    </Dialog>
  );
}

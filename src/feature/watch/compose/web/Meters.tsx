import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ammeter } from '#resource/archive/ammeter.ts';
import { objectAlarm } from '#resource/event/objectAlarm.ts';
import { post } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ReferenceSelect } from '#web/resource/ReferenceSelect.tsx';
import { callOf, rowsChanged } from '#web/resource/rows.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { notify } from '#web/ui/notice.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { metersQuery } from './calls.ts';
import styles from './Compose.module.css';
import { useComposeTexts } from './useComposeTexts.ts';

export interface MetersProps {
  readonly alarmId: number;
  readonly consumerId: number;
}

const PAGE = 10;

/** The meters on which a composition is judged. */
export function Meters({ alarmId, consumerId }: MetersProps) {
  const t = useComposeTexts();
  const may = usePermissions(objectAlarm);
  const [page, setPage] = useState(1);
  const answer = useQuery(metersQuery(alarmId, page, PAGE));
  const remove = useMutation({
    mutationFn: (id: number) => post(callOf(objectAlarm, 'del'), { id }),
    onSuccess: async () => {
      notify('success', t('removed'));
      await rowsChanged();
    },
  });
  const nameOf = (row: ResourceRow): string => row.titles?.['ammeterId'] ?? `#${String(row['ammeterId'])}`;
  return (
    <>
      {may('add') && <AddMeters alarmId={alarmId} consumerId={consumerId} />}
      <ListTable<ResourceRow>
        {...answerOf(answer)}
        label={t('meters')}
        keyOf={(row) => row.id}
        page={{ current: page, size: PAGE }}
        onPage={setPage}
        empty={<EmptyState why={t('noMeter')} height={96} />}
        columns={[
          {
            key: 'meter',
            title: t('meter'),
            render: (row) => (
              <PageLink kind="meter" id={Number(row['ammeterId'])}>
                {nameOf(row)}
              </PageLink>
            ),
          },
          {
            key: 'state',
            title: t('state'),
            render: (row) => t(row['enable'] === true ? 'inUse' : 'notInUse'),
          },
        ]}
        {...(may('del')
          ? {
              actionsOf: (row: ResourceRow) => (
                <Button
                  kind="link"
                  aria-label={t('deleteMeter', { name: nameOf(row) })}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(row.id)}
                >
                  {t('delete')}
                </Button>
              ),
            }
          : {})}
      />
    </>
  );
}

function AddMeters({ alarmId, consumerId }: MetersProps) {
  const t = useComposeTexts();
  const [ids, setIds] = useState<readonly number[]>([]);
  const add = useMutation({
    mutationFn: async (all: readonly number[]) => {
      for (const ammeterId of all)
        await post(callOf(objectAlarm, 'add'), { alarmId, ammeterId, consumerId }, { quiet: true });
    },
    onSuccess: () => setIds([]),
    onError: (error) => notify('error', error.message),
    onSettled: () => rowsChanged(),
  });
  return (
    <div className={`${styles.adding} ${styles.edge}`}>
      <span className={styles.grow}>
        <ReferenceSelect
          target={ammeter}
          ids={ids}
          onChange={setIds}
          multiple
          consumerId={consumerId}
          label={t('addMeters')}
        />
      </span>
      <Button disabled={ids.length === 0 || add.isPending} onClick={() => add.mutate(ids)}>
        {t('add')}
      </Button>
    </div>
  );
}

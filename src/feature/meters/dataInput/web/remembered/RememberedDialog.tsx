import { useQuery } from '@tanstack/react-query';
import { timeAt } from '#domain/time/text.ts';
import { get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { Mapping } from '../../contract.ts';

interface Remembered {
  readonly id: number;
  readonly name: string;
  readonly mapping: Mapping;
  readonly usedAt: string;
}

const AREA = 'sdata/importData';

export interface RememberedDialogProps {
  readonly consumerId: number;
  readonly zone: string;
  readonly mayForget: boolean;
  readonly onClose: () => void;
}

/** The remembered ways to read files, each of which may be forgotten. */
export function RememberedDialog({ consumerId, zone, mayForget, onClose }: RememberedDialogProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('dataInput.web.remembered');
  const key = ['dataInput', 'mappings', consumerId];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => get<readonly Remembered[]>(`${AREA}/getMappingList`, { consumerId }, { quiet: true }),
  });
  const forget = async ({ id, name }: Remembered): Promise<void> => {
    if (!(await confirm({ title: t('forget'), text: t('forgetText', { name }), danger: true }))) return;
    await post(`${AREA}/delMapping`, { id });
    await queryClient.invalidateQueries({ queryKey: key });
  };
  const columns: TableColumn<Remembered>[] = [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    {
      key: 'columns',
      title: t('columns'),
      end: true,
      render: ({ mapping }) => mapping.columns.filter(({ role }) => role !== 'ignore').length,
    },
    { key: 'used', title: t('used'), render: ({ usedAt }) => timeAt(zone, usedAt) },
    {
      key: 'forget',
      title: '',
      end: true,
      render: (one) =>
        mayForget && (
          <Button kind="link" onClick={() => void forget(one).catch(() => {})}>
            {t('forget')}
          </Button>
        ),
    },
  ];
  return (
    <Dialog
      title={t('title')}
      width={600}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('hint')}</p>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState height={120} />
      ) : data.length === 0 ? (
        <EmptyState why={t('none')} next={t('noneNext')} height={120} />
      ) : (
        <Table<Remembered> look="list" columns={columns} rows={data} keyOf={({ id }) => id} />
      )}
    </Dialog>
  );
}

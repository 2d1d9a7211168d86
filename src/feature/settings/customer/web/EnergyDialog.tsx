import { textIn } from '#contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consumerEnergyConfig } from '#resource/archive/consumerEnergyConfig.ts';
import { get } from '#web/api.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { wordsOf } from '#web/resource/words.ts';
import { useMay } from '#web/session/session.ts';
import { useShownZone } from '#web/session/zone.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import styles from './Customer.module.css';
import { useCustomerTexts } from './useCustomerTexts.ts';

const COLUMNS = ['dataType', 'coalFactor', 'carbonFactor'] as const;
const NO_SLOTS = {};

/** Which types of energy an enterprise uses, with its own factors. */
export function EnergyDialog({ resource, row, onClose }: ActionProps) {
  const t = useCustomerTexts();
  const language = useLanguage();
  const zone = useShownZone();
  const mayAdd = useMay('archive.consumerEnergyConfig.add');
  const mayEdit = useMay('archive.consumerEnergyConfig.edit');
  const [form, setForm] = useState<{ readonly row: ResourceRow | null } | null>(null);
  const { fields } = consumerEnergyConfig;
  const answer = useQuery({
    queryKey: ['archive', 'consumerEnergyConfig', 'getByOrgId', row.id],
    queryFn: ({ signal }) =>
      get<readonly ResourceRow[]>(
        'archive/consumerEnergyConfig/getByOrgId',
        { orgId: row.id },
        { quiet: true, signal },
      ),
  });
  const rows = answer.data ?? [];
  const edit: TableColumn<ResourceRow> = {
    key: 'edit',
    title: '',
    label: t('edit'),
    render: (one) => (
      <Button kind="link" onClick={() => setForm({ row: one })}>
        {t('edit')}
      </Button>
    ),
  };
  const columns: TableColumn<ResourceRow>[] = [
    ...COLUMNS.map((name) => ({
      key: name,
      title: textIn(fields[name].label, language),
      unit: fields[name].unit && <small>{fields[name].unit}</small>,
      render: (one: ResourceRow) => wordsOf(fields[name], one[name], language, zone),
    })),
    ...(mayEdit ? [edit] : []),
  ];
  return (
    <Dialog
      title={`${titleOf(resource, row)} · ${t('energies')}`}
      width={640}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {mayAdd && (
            <Button kind="primary" onClick={() => setForm({ row: null })}>
              {t('add')}
            </Button>
          )}
        </>
      }
    >
      {answer.isPending ? (
        <LoadingState height={160} />
      ) : answer.isError && !answer.data ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={160} />
      ) : rows.length === 0 ? (
        <EmptyState why={t('none')} next={t('noneNext')} height={160} />
      ) : (
        <Table<ResourceRow>
          look="rows"
          className={styles.table}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      {form && (
        <ResourceForm
          resource={consumerEnergyConfig}
          slots={NO_SLOTS}
          row={form.row}
          consumerId={row.id}
          known={{ orgId: row.id }}
          onClose={() => setForm(null)}
        />
      )}
    </Dialog>
  );
}

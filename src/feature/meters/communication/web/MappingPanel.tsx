import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type DataTable, PAGE_SIZE } from '#contract/envelope.ts';
import { gatewayMapping } from '#resource/archive/gatewayMapping.ts';
import { deleteRows } from '#web/resource/deleteRows.tsx';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { ResourceForm } from '#web/resource/ResourceForm.tsx';
import { RowButtons } from '#web/resource/RowButtons.tsx';
import { pageQuery } from '#web/resource/rows.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { ValueCell } from '#web/resource/ValueCell.tsx';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import type { GatewayRow } from '../contract.ts';
import styles from './Communication.module.css';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const SHOWN = ['deviceName', 'dataKey', 'ammeterId', 'dataCode', 'multiplier', 'ignored'] as const;
const NO_SLOTS = {};

/** What the devices and keys of a gateway mean. */
export function MappingPanel({ gateway }: { readonly gateway: GatewayRow }) {
  const t = useCommunicationTexts();
  const rt = useResourceTexts();
  const say = useText();
  const may = usePermissions(gatewayMapping);
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const [edited, setEdited] = useState<ResourceRow | null>(null);
  const table: DataTable = {
    current: page.current,
    pageSize: page.size,
    sorter: { field: 'deviceName', order: 'ascend' },
    filters: [{ field: 'gatewayId', op: 'eq', value: gateway.id }],
    search: '',
  };
  const answer = useQuery(pageQuery(gatewayMapping, table));
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.quiet}>{t('mappingRule')}</span>
        <Link to="/SDNCommunication/SDNGatewayMapping">{t('allMappings')}</Link>
      </div>
      <ListTable<ResourceRow>
        label={t('mappings')}
        columns={SHOWN.map((name) => ({
          key: name,
          title: say(gatewayMapping.fields[name].label),
          end: name === 'multiplier',
          render: (row) =>
            name === 'dataKey' && row['dataKey'] === null ? (
              <span className={styles.quiet}>{t('everyKey')}</span>
            ) : (
              <ValueCell name={name} field={gatewayMapping.fields[name]} row={row} slots={NO_SLOTS} />
            ),
        }))}
        {...answerOf(answer)}
        keyOf={(row) => row.id}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noMapping')} next={t('noMappingNext')} height={160} />}
        actionsOf={(row) => (
          <RowButtons
            title={String(row['deviceName'])}
            may={may}
            actions={[]}
            onEdit={() => setEdited(row)}
            onDelete={() =>
              void deleteRows(
                gatewayMapping,
                say(gatewayMapping.label),
                [{ id: row.id, title: String(row['deviceName']) }],
                rt,
              ).catch(() => false)
            }
            onAction={() => {}}
          />
        )}
      />
      {edited && (
        <ResourceForm
          resource={gatewayMapping}
          slots={NO_SLOTS}
          row={edited}
          consumerId={gateway.consumerId}
          onClose={() => setEdited(null)}
          onAdded={() => setEdited(null)}
        />
      )}
    </>
  );
}

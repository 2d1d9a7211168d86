import { useQuery } from '@tanstack/react-query';
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import EditOutlined from '@ant-design/icons-svg/es/asn/EditOutlined';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { gateway as gatewayResource } from '#resource/archive/gateway.ts';
import type { GatewayAttribute } from '#feature/meters/messaging/contract.ts';
import { MISSING } from '#domain/figure/number.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { GatewayRow } from '../contract.ts';
import { AttributeDialog } from './AttributeDialog.tsx';
import { shownValue } from './attributeDraft.ts';
import { attributesQuery, deleteAttribute } from './calls.ts';
import styles from './Communication.module.css';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

type Kind = 'client' | 'shared';

/** What a gateway and the devices behind it tell of themselves, and what is set here and told to them. */
export function AttributePanel({ gateway }: { readonly gateway: GatewayRow }) {
  const t = useCommunicationTexts();
  const may = usePermissions(gatewayResource)('edit');
  const [kind, setKind] = useState<Kind>('client');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const [edited, setEdited] = useState<GatewayAttribute | 'new' | null>(null);
  const shared = kind === 'shared';
  const { id } = gateway;
  const answer = useAttributes(id, shared, search, page);
  const actionsOf = (row: GatewayAttribute) => (
    <RowActions row={row} onEdit={() => setEdited(row)} onDelete={() => void remove(t, id, row)} />
  );
  const add = may && shared && (
    <Button kind="primary" onClick={() => setEdited('new')}>
      {t('addAttribute')}
    </Button>
  );
  return (
    <>
      <div className={styles.bar}>
        <Filters
          kind={kind}
          search={search}
          onChange={(part) => {
            if (part.kind) setKind(part.kind);
            if (part.search !== undefined) setSearch(part.search);
            setPage({ ...page, current: 1 });
          }}
        />
        {add || <span />}
      </div>
      <ListTable<GatewayAttribute>
        label={t(`${kind}Attributes`)}
        columns={columnsOf(t, gateway, answer.dataUpdatedAt, shared)}
        {...answerOf(answer)}
        keyOf={(row) => `${row.deviceName ?? ''}\n${row.attributeName}`}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<Nothing kind={kind} searched={search !== ''} add={add} />}
        {...(may && shared ? { actionsOf } : {})}
        foot={<span className={styles.quiet}>{t(`${kind}Rule`)}</span>}
      />
      {edited && (
        <AttributeDialog
          gateway={gateway}
          attribute={edited === 'new' ? null : edited}
          devices={answer.data?.devices ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function Filters({
  kind,
  search,
  onChange,
}: {
  readonly kind: Kind;
  readonly search: string;
  readonly onChange: (part: { readonly kind?: Kind; readonly search?: string }) => void;
}) {
  const t = useCommunicationTexts();
  return (
    <>
      <Segmented
        small
        label={t('attributes')}
        value={kind}
        options={(['client', 'shared'] as const).map((value) => ({ value, text: t(`${value}Attributes`) }))}
        onChange={(next: Kind) => onChange({ kind: next })}
      />
      <SearchInput
        label={t('searchAttribute')}
        value={search}
        onChange={(text) => onChange({ search: text })}
      />
    </>
  );
}

const useAttributes = (
  gatewayId: number,
  shared: boolean,
  search: string,
  { current, size }: { readonly current: number; readonly size: number },
) =>
  useQuery(
    attributesQuery({ gatewayId, shared: shared ? 1 : 0, search: search || null, current, pageSize: size }),
  );

type Words = ReturnType<typeof useCommunicationTexts>;

async function remove(
  t: Words,
  gatewayId: number,
  { deviceName, attributeName }: GatewayAttribute,
): Promise<void> {
  const text = t('deleteAttributeText', { name: attributeName });
  if (!(await confirm({ title: t('deleteAttribute'), text, danger: true }))) return;
  // The call has told what was refused.
  await deleteAttribute({ gatewayId, deviceName: deviceName ?? '', attributeName }).then(
    rowsChanged,
    () => {},
  );
}

function Nothing({
  kind,
  searched,
  add,
}: {
  readonly kind: Kind;
  readonly searched: boolean;
  readonly add: React.ReactNode;
}) {
  const t = useCommunicationTexts();
  if (searched) return <EmptyState why={t('noMatch')} height={160} />;
  return (
    <EmptyState why={t(`no_${kind}`)} next={t(`no_${kind}_next`)} height={160}>
      {add}
    </EmptyState>
  );
}

const columnsOf = (
  t: Words,
  gateway: GatewayRow,
  now: number,
  shared: boolean,
): TableColumn<GatewayAttribute>[] => [
  {
    key: 'name',
    title: t('attribute'),
    render: (row) => <span className={styles.mono}>{row.attributeName}</span>,
  },
  { key: 'device', title: t('device'), render: (row) => row.deviceName ?? t('theGatewayItself') },
  {
    key: 'value',
    title: t('value'),
    render: (row) => (
      <span className={`${styles.mono} ${styles.value}`} title={row.value}>
        {shownValue(row.value)}
      </span>
    ),
  },
  {
    key: 'at',
    title: t(shared ? 'setAt' : 'toldAt'),
    render: (row) => <Ago at={row.updatedAt} zone={gateway.timeZone} now={now} />,
  },
  ...(shared
    ? [{ key: 'by', title: t('setBy'), render: (row: GatewayAttribute) => row.updatedBy ?? MISSING }]
    : []),
];

function RowActions({
  row,
  onEdit,
  onDelete,
}: {
  readonly row: GatewayAttribute;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const t = useCommunicationTexts();
  return (
    <>
      <Button
        kind="icon"
        aria-label={`${t('editAttribute')} ${row.attributeName}`}
        title={t('editAttribute')}
        onClick={onEdit}
      >
        <Icon icon={EditOutlined} />
      </Button>
      <Button
        kind="icon"
        aria-label={`${t('deleteAttribute')} ${row.attributeName}`}
        title={t('deleteAttribute')}
        onClick={onDelete}
      >
        <Icon icon={DeleteOutlined} />
      </Button>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { gateway } from '#resource/archive/gateway.ts';
import { useAsked } from '#web/asked.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { GatewayRow } from '../contract.ts';
import type { GatewayAddress } from './address.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { gatewaysQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { ContactFilter } from './ContactFilter.tsx';
import { ContactMark } from './ContactMark.tsx';
import { Drift } from './Drift.tsx';
import { GatewayDialog, type OpenGateway } from './GatewayDialog.tsx';
import { OnboardingLink } from './OnboardingLink.tsx';
import { protocolText } from './protocol.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const ASKED = ['add'] as const;
const ADD: OpenGateway = { kind: 'form', row: null };

export interface GatewayListProps {
  readonly consumerId: number;
  readonly address: GatewayAddress;
  readonly onChange: (
    part: Partial<Record<keyof GatewayAddress, unknown>>,
    options?: { push?: boolean },
  ) => void;
}

/** The gateways of an enterprise as they stand now. */
export function GatewayList({ consumerId, address, onChange }: GatewayListProps) {
  const t = useCommunicationTexts();
  const may = usePermissions(gateway);
  const [opened, setDialog] = useState<OpenGateway | null>(null);
  const [query, done] = useAsked(ASKED);
  const dialog = opened ?? (query && may('add') ? ADD : null);
  const { q, page, size, contact } = address;
  const answer = useQuery(gatewaysQuery({ consumerId, contact, search: q, current: page, pageSize: size }));
  const now = answer.dataUpdatedAt;
  const open = (row: GatewayRow, tab?: string): void =>
    onChange({ gateway: row.id, tab, page: undefined }, { push: true });
  const count = (key: 'messages' | 'accepted' | 'rejected'): TableColumn<GatewayRow> => ({
    key,
    title: t(`${key}Total`),
    end: true,
    render: (row) => formatNumber(row[key], 0),
  });
  const columns: TableColumn<GatewayRow>[] = [
    {
      key: 'gatewayName',
      title: t('gateway'),
      render: (row) => (
        <Button kind="link" onClick={() => open(row)}>
          {row.gatewayName}
        </Button>
      ),
    },
    {
      key: 'contact',
      title: t('contact'),
      render: (row) =>
        row.inUse ? (
          <ContactMark contact={row.contact} />
        ) : (
          <StatusDot status="offline" text={t('notInUse')} />
        ),
    },
    { key: 'site', title: t('site'), render: (row) => row.siteName ?? t('allSites') },
    {
      key: 'protocol',
      title: t('protocol'),
      render: (row) => protocolText(row.protocol, t('door_collector')),
    },
    {
      key: 'lastSeen',
      title: t('lastSeen'),
      render: (row) => <Ago at={row.lastSeenAt} zone={row.timeZone} now={now} />,
    },
    { key: 'drift', title: t('drift'), end: true, render: (row) => <Drift ms={row.driftMs} /> },
    { key: 'meters', title: t('meters'), end: true, render: (row) => formatNumber(row.meters, 0) },
    count('messages'),
    count('accepted'),
    count('rejected'),
    {
      key: 'unmapped',
      title: t('unmapped'),
      end: true,
      render: (row) =>
        row.unmapped === 0 ? (
          '0'
        ) : (
          <Button kind="link" onClick={() => open(row, 'unmapped')}>
            {formatNumber(row.unmapped, 0)}
          </Button>
        ),
    },
  ];
  const narrowed = q !== '' || contact !== null;
  const addGateway = may('add') && (
    <Button kind="primary" onClick={() => setDialog({ kind: 'form', row: null })}>
      {t('addGateway')}
    </Button>
  );
  return (
    <div className={kit.stack}>
      <FilterBar
        actions={
          <span className={styles.buttons}>
            <OnboardingLink />
            {addGateway}
          </span>
        }
      >
        <SearchInput
          label={t('searchGateway')}
          value={q}
          onChange={(text) => onChange({ q: text || undefined, page: undefined })}
        />
        <ContactFilter
          summary={answer.data?.summary}
          value={contact}
          onChange={(next) => onChange({ contact: next ?? undefined, page: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<GatewayRow>
          label={t('gateways')}
          columns={columns}
          {...answerOf(answer)}
          keyOf={(row) => row.id}
          page={{ current: page, size }}
          onPage={(current, next) => onChange({ page: current, size: next })}
          empty={
            narrowed ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState why={t('noGateway')} next={t('noGatewayNext')} height={240}>
                {addGateway}
              </EmptyState>
            )
          }
        />
      </Panel>
      {dialog && (
        <GatewayDialog
          open={dialog}
          consumerId={consumerId}
          onClose={() => {
            if (dialog.kind === 'added') onChange({ gateway: dialog.row.id }, { push: true });
            setDialog(null);
            done();
          }}
          onAdded={(row) => setDialog({ kind: 'added', row })}
        />
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useState } from 'react';
import { gateway } from '#resource/archive/gateway.ts';
import { slots } from '#resource/archive/gateway.web.tsx';
import { useText } from '#web/text/useTexts.ts';
import { deleteRows } from '#web/resource/deleteRows.tsx';
import { RowButtons } from '#web/resource/RowButtons.tsx';
import { formatNumber } from '#domain/figure/number.ts';
import { rowQuery } from '#web/resource/rows.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useResourceTexts } from '#web/resource/useResourceTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TABS, type GatewayTab } from './address.ts';
import { gatewayQuery } from './calls.ts';
import { AttributePanel } from './AttributePanel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { ConnectPanel } from './ConnectPanel.tsx';
import { ContactMark } from './ContactMark.tsx';
import { driftText } from './Drift.tsx';
import { GatewayDialog, type OpenGateway } from './GatewayDialog.tsx';
import { GatewayFigures } from './GatewayFigures.tsx';
import { HeldPanel } from './HeldPanel.tsx';
import { MappingPanel } from './MappingPanel.tsx';
import { MessageTable } from './MessageTable.tsx';
import { RejectionPanel } from './RejectionPanel.tsx';
import { UnmappedPanel } from './UnmappedPanel.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

export interface GatewayDetailProps {
  readonly id: number;
  readonly tab: GatewayTab | null;
  readonly onTab: (tab: GatewayTab) => void;
  readonly onLeave: () => void;
}

/** One gateway: its figures, how to connect it, what it means, what it sends. */
export function GatewayDetail({ id, tab, onTab, onLeave }: GatewayDetailProps) {
  const t = useCommunicationTexts();
  const rt = useResourceTexts();
  const say = useText();
  const may = usePermissions(gateway);
  const state = useQuery(gatewayQuery(id));
  const record = useQuery(rowQuery(gateway, id));
  const [dialog, setDialog] = useState<OpenGateway | null>(null);
  const row = state.data;
  usePageHead(row ? { title: row.gatewayName } : {});
  const failed = state.error ?? record.error;
  if (failed && !row)
    return (
      <Panel>
        <ErrorState what={failed.message} onRetry={() => void state.refetch()} height={320} />
      </Panel>
    );
  if (!row || !record.data) return <LoadingState height={320} />;
  const archive = record.data;
  // A gateway that never spoke is first told how to.
  const shown = tab ?? (row.contact === 'never' ? 'connect' : row.unmapped > 0 ? 'unmapped' : 'mappings');
  const counts: Partial<Record<GatewayTab, number>> = {
    unmapped: row.unmapped,
    held: row.waiting + row.quarantined,
  };
  const remove = async (): Promise<void> => {
    const rows = [{ id, title: row.gatewayName }];
    if (await deleteRows(gateway, say(gateway.label), rows, rt).catch(() => false)) onLeave();
  };
  const panels: Record<GatewayTab, React.ReactNode> = {
    connect: <ConnectPanel gateway={row} />,
    unmapped: <UnmappedPanel gateway={row} siteId={(archive['siteId'] as number | null) ?? null} />,
    mappings: <MappingPanel gateway={row} />,
    attributes: <AttributePanel gateway={row} />,
    held: <HeldPanel consumerId={row.consumerId} gatewayId={id} ofGateway />,
    rejections: <RejectionPanel gateway={row} />,
    messages: <MessageTable filter={{ gatewayId: id }} zone={row.timeZone} ofGateway />,
  };
  return (
    <div className={kit.stack}>
      <FilterBar
        unfolded
        actions={
          <RowButtons
            wide
            title={row.gatewayName}
            may={may}
            actions={(slots.actions ?? []).filter((action) => may(action.permission))}
            onEdit={() => setDialog({ kind: 'form', row: archive })}
            onDelete={() => void remove()}
            onAction={(action) => setDialog({ kind: 'action', action, row: archive })}
          />
        }
      >
        <Button kind="link" onClick={onLeave}>
          {t('backToGateways')}
        </Button>
        <ContactMark contact={row.contact} />
        {row.tokens === 0 && <span className={styles.quiet}>{t('noToken')}</span>}
      </FilterBar>
      {row.clockOff && row.driftMs !== null && (
        <Panel>
          <p className={styles.warning}>
            <StatusDot status="warning" />
            {t(row.driftMs > 0 ? 'clockAhead' : 'clockBehind', { drift: driftText(Math.abs(row.driftMs)) })}
          </p>
        </Panel>
      )}
      <GatewayFigures gateway={row} now={state.dataUpdatedAt} />
      <Panel flush>
        <Tabs
          activeKey={shown}
          onChange={(key) => onTab(TABS.find((one) => one === key) ?? 'connect')}
          tabBarStyle={{ padding: '0 12px', marginBottom: 0 }}
          items={TABS.map((key) => ({
            key,
            label:
              t(key === 'messages' ? 'keptMessages' : key) +
              (counts[key] ? ` ${formatNumber(counts[key], 0)}` : ''),
            children: shown === key ? panels[key] : null,
          }))}
        />
      </Panel>
      {dialog && (
        <GatewayDialog
          open={dialog}
          consumerId={row.consumerId}
          onClose={() => setDialog(null)}
          onAdded={() => setDialog(null)}
        />
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { collectorChannel } from '#resource/archive/collectorChannel.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { ageText } from '#web/ui/age.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { ChannelStateWire } from '../contract.ts';
import type { CollectorAddress } from './address.ts';
import { channelsQuery } from './calls.ts';
import { SetUpLinks } from './SetUpLinks.tsx';
import { StateMark } from './StateMark.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Collector.module.css';
import { useCollectorTexts } from './useCollectorTexts.ts';

export type Change = (
  part: Partial<Record<keyof CollectorAddress, unknown>>,
  options?: { push?: boolean },
) => void;

export interface ChannelListProps {
  readonly consumerId: number;
  readonly address: CollectorAddress;
  readonly onChange: Change;
}

/** The channels of an enterprise as they do now, those with trouble first. */
export function ChannelList({ consumerId, address, onChange }: ChannelListProps) {
  const t = useCollectorTexts();
  const say = useText();
  const { q, page, size } = address;
  const answer = useQuery(channelsQuery({ consumerId, search: q, current: page, pageSize: size }));
  const now = answer.dataUpdatedAt;
  return (
    <div className={kit.stack}>
      <FilterBar actions={<SetUpLinks />}>
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(text) => onChange({ q: text || undefined, page: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<ChannelStateWire>
          label={t('channels')}
          columns={[
            {
              key: 'channel',
              title: t('channel'),
              render: (row) => (
                <Button
                  kind="link"
                  onClick={() => onChange({ channel: row.channelId, page: undefined }, { push: true })}
                >
                  {row.channelName}
                </Button>
              ),
            },
            {
              key: 'state',
              title: t('state'),
              render: (row) => <StateMark state={row.state} detail={row.detail} inUse={row.inUse} />,
            },
            {
              key: 'metersOk',
              title: t('metersOk'),
              end: true,
              render: (row) => `${row.metersOk} / ${row.meters}`,
            },
            {
              key: 'lastOk',
              title: t('lastOk'),
              render: (row) => <Ago at={row.lastOkAt} zone={row.timeZone} now={now} />,
            },
            {
              key: 'transport',
              title: t('transport'),
              render: (row) => say(transportText(row.protocol)),
            },
            {
              key: 'where',
              title: t('where'),
              render: (row) => <span className={styles.mono}>{`${row.host}:${row.port}`}</span>,
            },
            {
              key: 'interval',
              title: t('interval'),
              end: true,
              render: (row) => ageText(row.intervalSeconds),
            },
            {
              key: 'gateway',
              title: t('gateway'),
              render: (row) => (
                <Link
                  to="/SDNCommunication/SDNGatewayCommunication"
                  search={{ gateway: row.gatewayId } as never}
                >
                  {row.gatewayName}
                </Link>
              ),
            },
          ]}
          rows={answer.data?.list}
          keyOf={(row) => row.channelId}
          error={answer.error}
          onRetry={() => void answer.refetch()}
          waiting={answer.isPlaceholderData}
          total={answer.data?.pagination.total ?? null}
          page={{ current: page, size }}
          onPage={(current, next) => onChange({ page: current, size: next })}
          empty={
            q !== '' ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState why={t('noChannel')} next={t('noChannelNext')} height={240}>
                <SetUpLinks />
              </EmptyState>
            )
          }
        />
      </Panel>
    </div>
  );
}

/** The words for a channel's transport. */
export const transportText = (protocol: string): { zh: string; en: string } =>
  collectorChannel.fields.protocol.options?.[protocol] ?? { zh: protocol, en: protocol };

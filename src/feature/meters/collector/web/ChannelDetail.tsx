import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ago } from '#web/ui/Ago.tsx';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { MeterStateWire } from '../contract.ts';
import type { CollectorAddress } from './address.ts';
import { channelsQuery, metersQuery } from './calls.ts';
import { type Change, transportText } from './ChannelList.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Collector.module.css';
import { ReadPanel } from './ReadPanel.tsx';
import { SetUpLinks } from './SetUpLinks.tsx';
import { StateMark } from './StateMark.tsx';
import { useCollectorTexts } from './useCollectorTexts.ts';

export interface ChannelDetailProps {
  readonly consumerId: number;
  readonly id: number;
  readonly address: CollectorAddress;
  readonly onChange: Change;
  readonly onLeave: () => void;
}

/** One channel: its meters as they do, and a read while one waits. */
export function ChannelDetail({ id, consumerId, address, onChange, onLeave }: ChannelDetailProps) {
  const t = useCollectorTexts();
  const say = useText();
  const mayRead = useMay('archive.collectorChannel.readNow');
  const { page, size } = address;
  const [chosen, setChosen] = useState<MeterStateWire | null>(null);
  const found = useQuery(channelsQuery({ consumerId, id, current: 1, pageSize: 1 }));
  const answer = useQuery(metersQuery({ id, current: page, pageSize: size }));
  const channel = found.data?.list.find((one) => one.channelId === id);
  usePageHead(channel ? { title: channel.channelName } : {});
  if (found.error)
    return (
      <Panel>
        <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={320} />
      </Panel>
    );
  if (!channel)
    return (
      <Panel>
        {found.data ? <EmptyState why={t('noMatch')} height={320} /> : <LoadingState height={320} />}
      </Panel>
    );
  const now = answer.dataUpdatedAt;
  return (
    <div className={kit.stack}>
      <FilterBar unfolded actions={<SetUpLinks />}>
        <Button kind="link" onClick={onLeave}>
          {t('backToChannels')}
        </Button>
        <StateMark state={channel.state} detail={channel.detail} inUse={channel.inUse} />
        <span className={kit.quiet}>
          {say(transportText(channel.protocol))}{' '}
          <span className={styles.mono}>{`${channel.host}:${channel.port}`}</span>
        </span>
      </FilterBar>
      <Panel flush title={t('meters')}>
        <ListTable<MeterStateWire>
          label={t('meters')}
          columns={[
            {
              key: 'meter',
              title: t('meter'),
              render: (row) => (
                <PageLink kind="meter" id={row.ammeterId}>
                  {row.ammeterName}
                </PageLink>
              ),
            },
            { key: 'code', title: t('meterCode'), render: (row) => row.ammeterCode },
            {
              key: 'unit',
              title: t('unitAddress'),
              render: (row) => <span className={styles.mono}>{row.unitAddress}</span>,
            },
            { key: 'model', title: t('model'), render: (row) => row.deviceModelName },
            {
              key: 'state',
              title: t('state'),
              render: (row) => <StateMark state={row.state} detail={row.detail} inUse={row.inUse} />,
            },
            {
              key: 'lastOk',
              title: t('lastOk'),
              render: (row) => <Ago at={row.lastOkAt} zone={channel.timeZone} now={now} />,
            },
            {
              key: 'failures',
              title: t('failures'),
              end: true,
              render: (row) => formatNumber(row.failures, 0),
            },
            {
              key: 'took',
              title: t('took'),
              unit: 'ms',
              end: true,
              render: (row) => (row.took === null ? MISSING : formatNumber(row.took, 0)),
            },
          ]}
          rows={answer.data?.list}
          keyOf={(row) => row.collectorMeterId}
          error={answer.error}
          onRetry={() => void answer.refetch()}
          waiting={answer.isPlaceholderData}
          total={answer.data?.pagination.total ?? null}
          page={{ current: page, size }}
          onPage={(current, next) => onChange({ page: current, size: next })}
          empty={
            <EmptyState why={t('noMeter')} height={200}>
              <SetUpLinks />
            </EmptyState>
          }
          {...(mayRead
            ? {
                actionsOf: (row: MeterStateWire) => (
                  <Button kind="link" onClick={() => setChosen(row)}>
                    {t('read')}
                  </Button>
                ),
              }
            : {})}
        />
      </Panel>
      {mayRead && <ReadPanel key={chosen?.collectorMeterId ?? 0} channel={channel} meter={chosen} />}
    </div>
  );
}

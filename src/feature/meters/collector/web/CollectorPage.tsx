import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { readCollector } from './address.ts';
import { ChannelDetail } from './ChannelDetail.tsx';
import { ChannelList } from './ChannelList.tsx';
import { useCollectorTexts } from './useCollectorTexts.ts';

/** The collector: how its channels do; one of them with its meters and a trial read. */
export default function CollectorPage() {
  const t = useCollectorTexts();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readCollector);
  if (!consumer)
    return (
      <Panel>
        <EmptyState why={t('noConsumer')} height={320} />
      </Panel>
    );
  if (address.channel !== null)
    return (
      <ChannelDetail
        key={address.channel}
        consumerId={consumer.orgId}
        id={address.channel}
        address={address}
        onChange={change}
        onLeave={() => change({ channel: undefined, page: undefined }, { push: true })}
      />
    );
  return <ChannelList consumerId={consumer.orgId} address={address} onChange={change} />;
}

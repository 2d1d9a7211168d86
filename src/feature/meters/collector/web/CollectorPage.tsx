import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { readCollector } from './address.ts';
import { ChannelDetail } from './ChannelDetail.tsx';
import { ChannelList } from './ChannelList.tsx';

/** The collector: how its channels do; one of them with its meters and a trial read. */
export default function CollectorPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readCollector);
  if (!consumer) return <NoConsumer />;
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

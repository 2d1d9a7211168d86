import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { readGateways } from './address.ts';
import { GatewayDetail } from './GatewayDetail.tsx';
import { GatewayList } from './GatewayList.tsx';

/** Gateways: how each stands; one of them with how to connect it, its mappings and what it sends. */
export default function GatewayPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readGateways);
  if (!consumer) return <NoConsumer />;
  if (address.gateway !== null)
    return (
      <GatewayDetail
        key={address.gateway}
        id={address.gateway}
        tab={address.tab}
        onTab={(tab) => change({ tab, page: undefined })}
        onLeave={() => change({ gateway: undefined, tab: undefined, page: undefined }, { push: true })}
      />
    );
  return <GatewayList consumerId={consumer.orgId} address={address} onChange={change} />;
}

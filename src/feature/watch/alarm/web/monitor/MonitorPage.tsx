import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { readMonitor } from './address.ts';
import { Monitor } from './Monitor.tsx';

/** What stands or waits in an enterprise now, the gravest first, with the picture of one of them beside. */
export default function MonitorPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readMonitor);
  if (!consumer) return <NoConsumer />;
  return <Monitor key={consumer.orgId} consumerId={consumer.orgId} address={address} onChange={change} />;
}

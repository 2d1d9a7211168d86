import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { readMonitor } from './address.ts';
import { Monitor } from './Monitor.tsx';

/** What stands or waits in an enterprise now, the gravest first, with the picture of one of them beside. */
export default function MonitorPage() {
  const t = useAlarmTexts();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readMonitor);
  if (!consumer)
    return (
      <Panel>
        <EmptyState why={t('noConsumer')} height={320} />
      </Panel>
    );
  return <Monitor key={consumer.orgId} consumerId={consumer.orgId} address={address} onChange={change} />;
}

import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { readSignal } from './address.ts';
import { PointDrawer } from './PointDrawer.tsx';
import { PointList } from './PointList.tsx';

/** The signal points of an enterprise as they stand, and the history of one of them beside. */
export default function SignalPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readSignal);
  if (!consumer) return <NoConsumer />;
  return (
    <>
      <PointList consumerId={consumer.orgId} address={address} onChange={change} />
      {address.point !== null && (
        <PointDrawer
          key={address.point}
          id={address.point}
          address={address}
          onChange={change}
          onClose={() => change({ point: undefined, begin: undefined, end: undefined }, { push: true })}
        />
      )}
    </>
  );
}

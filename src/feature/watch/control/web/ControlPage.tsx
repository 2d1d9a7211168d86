import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { readPoints } from './address.ts';
import { OperateDialog } from './OperateDialog.tsx';
import { PointList } from './PointList.tsx';
import { TagDialog } from './TagDialog.tsx';

/** The outputs of an enterprise as they stand, why they may not be operated, and the dialog that operates one. */
export default function ControlPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readPoints);
  if (!consumer) return <NoConsumer />;
  return (
    <>
      <PointList params={{ consumerId: consumer.orgId }} address={address} onChange={change} />
      {address.point !== null && (
        <OperateDialog
          key={address.point}
          id={address.point}
          onClose={() => change({ point: undefined }, { push: true })}
        />
      )}
      {address.tags !== null && (
        <TagDialog
          key={address.tags}
          id={address.tags}
          onClose={() => change({ tags: undefined }, { push: true })}
        />
      )}
    </>
  );
}

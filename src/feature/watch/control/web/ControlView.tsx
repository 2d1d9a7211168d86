import type { Params } from '#web/api.ts';
import { useAddress } from '#web/address.ts';
import { readPoints } from './address.ts';
import { OperateDialog } from './OperateDialog.tsx';
import { PointList } from './PointList.tsx';
import { TagDialog } from './TagDialog.tsx';

/** Outputs as they stand, why they may not be operated, and the dialogs that operate and tag one. @param params whose */
export function ControlView({ params }: { readonly params: Params }) {
  const [address, change] = useAddress(readPoints);
  const close = (): void => change({ point: undefined, tags: undefined }, { push: true });
  return (
    <>
      <PointList params={params} address={address} onChange={change} />
      {address.point !== null && <OperateDialog key={address.point} id={address.point} onClose={close} />}
      {address.tags !== null && <TagDialog key={address.tags} id={address.tags} onClose={close} />}
    </>
  );
}

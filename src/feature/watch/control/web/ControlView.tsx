import type { Params } from '#web/api.ts';
import { useAddress, useOwnFilters } from '#web/address.ts';
import { type Change, type PointAddress, readPoints } from './address.ts';
import { OperateDialog } from './OperateDialog.tsx';
import { PointList } from './PointList.tsx';
import { TagDialog } from './TagDialog.tsx';

/** Outputs as they stand, why they may not be operated, and the dialogs that operate and tag one. @param params whose */
export function ControlView({ params }: { readonly params: Params }) {
  const [address, change] = useAddress(readPoints);
  return <Points params={params} address={address} onChange={change} />;
}

/** The same in a popup: the address is that of the page below. */
export function ControlBeside({ params }: { readonly params: Params }) {
  const [address, change] = useOwnFilters(readPoints);
  return <Points params={params} address={address} onChange={change} />;
}

interface PointsProps {
  readonly params: Params;
  readonly address: PointAddress;
  readonly onChange: Change<PointAddress>;
}

function Points({ params, address, onChange }: PointsProps) {
  const close = (): void => onChange({ point: undefined, tags: undefined }, { push: true });
  return (
    <>
      <PointList params={params} address={address} onChange={onChange} />
      {address.point !== null && <OperateDialog key={address.point} id={address.point} onClose={close} />}
      {address.tags !== null && <TagDialog key={address.tags} id={address.tags} onClose={close} />}
    </>
  );
}

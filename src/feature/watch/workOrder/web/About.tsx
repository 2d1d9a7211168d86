import { MISSING } from '#domain/figure/number.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import type { OrderRow } from '../contract.ts';

/** What an order is about: an object or a meter leads to its page, a device has none. */
export function About({ row }: { readonly row: OrderRow }) {
  const { monitorObjectId, objectName, deviceName, ammeterId, ammeterName } = row;
  if (objectName !== null)
    return monitorObjectId === null ? (
      objectName
    ) : (
      <PageLink kind="object" id={monitorObjectId}>
        {objectName}
      </PageLink>
    );
  if (deviceName !== null) return deviceName;
  return ammeterName === null || ammeterId === null ? (
    (ammeterName ?? MISSING)
  ) : (
    <PageLink kind="meter" id={ammeterId}>
      {ammeterName}
    </PageLink>
  );
}

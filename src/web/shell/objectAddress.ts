/** An object as `sys/find` sends it. */
export interface FoundObject {
  readonly kind: 'consumer' | 'site' | 'meter' | 'unit';
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly consumerId: number | null;
}

const OVERVIEW = '/SDNMonitoring/overview';

/** Where an object that was found leads: the overview of its organisation, a meter's also names the meter. */
export function objectAddress({ kind, id, consumerId }: FoundObject): { to: string; search: object } {
  const consumer = kind === 'consumer' ? id : consumerId;
  const search = {
    ...(consumer === null ? {} : { consumer }),
    ...(kind === 'site' || kind === 'unit' ? { org: id } : {}),
    ...(kind === 'meter' ? { meter: id } : {}),
  };
  return { to: OVERVIEW, search };
}

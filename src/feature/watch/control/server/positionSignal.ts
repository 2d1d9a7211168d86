import { sql } from 'kysely';
import { Fault } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import type { JsonRow, SlotCall, Values } from '#server/resource/slot.ts';
import { rightOf } from './person.ts';

/** What a caller without the right hears. */
export const MAY_NOT_WIRE: Text = {
  zh: '没有“接线设置”权限，不能更改',
  en: 'the permission to set the wiring is needed to change it',
};

/** The first of the fields that a save changes; undefined where none is. */
export const changedOf = <K extends string>(
  keys: readonly K[],
  values: Values,
  before: Values | JsonRow | null,
): K | undefined =>
  keys.find((key) => values[key] !== undefined && (values[key] ?? null) !== (before?.[key] ?? null));

const isId = (value: unknown): value is number => typeof value === 'number';

/**
 * What tells the position of an output is changed by who may wire outputs alone: it proves what was done.
 * @param points signal points that are changed, or told by what is changed @param meters whose inputs are told by it
 * @throws Fault 403
 */
export async function askToWire(
  { services, caller }: Pick<SlotCall, 'services' | 'caller'>,
  { points, meters = [] }: { readonly points: readonly unknown[]; readonly meters?: readonly unknown[] },
  { field, label }: { readonly field: string; readonly label: Text },
): Promise<void> {
  const [pointIds, meterIds] = [points.filter(isId), meters.filter(isId)];
  if (pointIds.length + meterIds.length === 0 || caller.funCodes.has(rightOf('wire'))) return;
  // Also of outputs that the caller does not see.
  const { rows } = await sql`select from i_remote_control r join signal_point p on p.id = r.signal_point_id
    where r.way = '2' and (p.id = any (${pointIds}::integer[])
      or (p.ammeter_id = any (${meterIds}::integer[]) and p.signal_key is not null)) limit 1`.execute(
    services.system,
  );
  if (rows.length > 0) throw new Fault(403, aboutField(label, MAY_NOT_WIRE), field);
}

import {
  besidesOf,
  type ListEntry,
  movedOf,
  type Organisation,
  twiceInList,
  twiceNamed,
  twiceOf,
} from '#feature/meters/subject/server/public.ts';
import type { JsonRow, Slots, Values } from '#server/resource/slot.ts';
import { askBefore } from './ask.ts';

type Check = NonNullable<Slots['beforeSave']>;

const entryOf = (row: Readonly<Record<string, unknown>>): ListEntry => ({
  orgId: Number(row['orgId']),
  dataType: String(row['dataType']),
  meterId: Number(row['ammeterId']),
  sign: row['sign'] === '-1' ? -1 : 1,
});

const isSame = (one: ListEntry, other: ListEntry): boolean =>
  one.orgId === other.orgId && one.dataType === other.dataType && one.meterId === other.meterId;

const changes = (values: Values, before: JsonRow, keys: readonly string[]): boolean =>
  keys.some((key) => key in values && values[key] !== before[key]);

/** Asks before a line of a list of meters is written. */
export const orgAmmeterCheck: Check = async (call, values, before) => {
  if (before && !changes(values, before, ['orgId', 'dataType', 'ammeterId', 'sign'])) return;
  const now: Readonly<Record<string, unknown>> = { ...before, ...values };
  const entry = entryOf(now);
  await askBefore(call, Number(now['consumerId']), (organisation) => {
    const gone = before && entryOf(before);
    const others = organisation.lists.filter((one) => !isSame(one, entry) && !(gone && isSame(one, gone)));
    const after: Organisation = { ...organisation, lists: [...others, entry] };
    const { orgId, dataType } = entry;
    return {
      after,
      findings: [
        ...twiceInList(organisation, after, orgId, dataType),
        // A file is not asked about what other lists say: it may be meant to replace them.
        ...(call.importId === undefined ? besidesOf(organisation, after, orgId, dataType) : []),
      ],
    };
  });
};

/** Asks before a unit is moved. */
export const orgUnitCheck: Check = async (call, values, before) => {
  if (!before || !changes(values, before, ['parentId'])) return;
  const consumerId = Number(before['consumerId']);
  const parentId = Number(values['parentId'] ?? consumerId);
  await askBefore(call, consumerId, (organisation) => {
    const nodes = organisation.nodes.map((node) => (node.id === before.id ? { ...node, parentId } : node));
    const after: Organisation = { ...organisation, nodes };
    return { after, findings: movedOf(organisation, after, before.id) };
  });
};

/** Asks before a meter hangs elsewhere in the meter tree, or is virtual or not any more. */
export const ammeterCheck: Check = async (call, values, before) => {
  if (!before || !changes(values, before, ['parentId', 'deviceType'])) return;
  const now: Readonly<Record<string, unknown>> = { ...before, ...values };
  const parentId = now['parentId'] === null ? null : Number(now['parentId']);
  await askBefore(call, Number(before['consumerId']), (organisation) => {
    const meters = organisation.meters.map((meter) =>
      meter.id === before.id ? { ...meter, parentId, deviceType: String(now['deviceType']) } : meter,
    );
    const after: Organisation = { ...organisation, meters };
    return { after, findings: twiceOf(organisation, after) };
  });
};

const idsOf = (row: JsonRow | Values | null): readonly number[] => {
  const ids = row?.['ammeterIdList'];
  return Array.isArray(ids) ? ids.map(Number) : [];
};

/** Asks before an energy-using unit gets other meters. */
export const consumerUnitCheck: Check = async (call, values, before) => {
  if (idsOf(values).length < 2) return;
  const now: Readonly<Record<string, unknown>> = { ...before, ...values };
  await askBefore(call, Number(now['consumerId']), (organisation) => ({
    after: organisation,
    findings: twiceNamed(organisation, String(now['unitName']), idsOf(values), idsOf(before)),
  }));
};

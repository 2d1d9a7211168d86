import * as z from 'zod';
import { fieldsOf, type Resource } from '#contract/define.ts';
import { badInput } from '#contract/error.ts';
import { idList } from '#contract/param.ts';
import { shownId } from '../../openApi/example.ts';
import { findRows } from '../row.ts';
import type { SlotCall } from '../slot.ts';
import { deleteRow } from '../write.ts';
import { defineVerb } from './verb.ts';

export const del = defineVerb({
  params: z.object({ id: idList().optional(), ids: idList().optional() }),
  example: (resource) => ({ id: shownId(resource.name) }),
  handler: async (call, resource) => {
    const ids = call.params.ids ?? call.params.id;
    if (!ids) throw badInput({ zh: 'id：必填', en: 'id: is required' }, 'id');
    for (const each of await inOrder(call, resource, ids)) await deleteRow(call, resource, each);
    return null;
  },
});

/** The ids in the order in which their rows can go: what points to another of them (stands below it) goes before that. */
async function inOrder({ trx }: SlotCall, resource: Resource, ids: readonly number[]): Promise<number[]> {
  const own = fieldsOf(resource).flatMap(([key, { refers }]) => (refers === resource.name ? [key] : []));
  const pointing = new Map<unknown, number[]>(ids.map((id) => [id, []]));
  const rows = own.length === 0 ? [] : await findRows(trx, resource, ids);
  for (const row of rows)
    for (const to of own.flatMap((key) => row[key] ?? [])) pointing.get(to)?.push(row.id);
  const seen = new Set<number>();
  const ordered: number[] = [];
  const visit = (id: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const one of pointing.get(id) ?? []) visit(one);
    ordered.push(id);
  };
  for (const id of ids) visit(id);
  return ordered;
}

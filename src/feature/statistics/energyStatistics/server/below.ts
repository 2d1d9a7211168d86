import type { QueryContext } from '#feature/meters/subject/server/public.ts';

/** The organisation asked about and all below it; of a meter none. */
export function chainBelow({
  organisation,
  subject,
}: Pick<QueryContext, 'organisation' | 'subject'>): number[] {
  if (subject.orgId === null) return [];
  const found = new Set([subject.orgId]);
  const children = new Map<number, number[]>();
  for (const { id, parentId } of organisation.nodes)
    if (parentId !== null) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  // The set grows while it is walked; a node that is in it is not taken again.
  for (const at of found) for (const id of children.get(at) ?? []) found.add(id);
  return [...found];
}

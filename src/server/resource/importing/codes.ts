import type { Resource } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import type { Db } from '../../database/db.ts';
import { resolveCodes } from '../code.ts';

/** A cell of a field with code lists, and the enterprise whose own lists count. */
export interface CodeCell {
  readonly raw: unknown;
  readonly owner: unknown;
}

/** Finds the codes that cells mean. What was found is not looked for again. */
export function codeFinder(
  trx: Db,
  resource: Resource,
): (field: Field, cells: readonly CodeCell[]) => Promise<(one: CodeCell) => unknown> {
  const keyOf = ({ raw, owner }: CodeCell) => `${String(owner)} ${String(raw)}`;
  const known = new Map<Field, Map<string, unknown>>();
  return async (field, cells) => {
    // The resource's own rows come into being while the sheet is read.
    const own = field.lists?.some((list) => 'resource' in list && list.resource === resource.name);
    const codes = (!own && known.get(field)) || new Map<string, unknown>();
    known.set(field, codes);
    for (const one of cells) {
      const key = keyOf(one);
      if (!codes.has(key)) codes.set(key, await resolveCodes(trx, field, one.raw, one.owner));
    }
    return (one) => codes.get(keyOf(one));
  };
}

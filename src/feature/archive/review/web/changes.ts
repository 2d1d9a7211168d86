/** What was changed and not saved yet, by item and field. */
export type Changes = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** The changes that are left when some were saved: what was written since. */
export function changesLeft(now: Changes, saved: Changes): Changes {
  const left = Object.entries(now).map(([id, fields]) => {
    const since = Object.entries(fields).filter(([key, value]) => saved[Number(id)]?.[key] !== value);
    return [id, Object.fromEntries(since)] as const;
  });
  return Object.fromEntries(left.filter(([, fields]) => Object.keys(fields).length > 0));
}

/** The ids in a value of a form, a row or a filter; whatever is no id is left out. */
export const idsOf = (value: unknown): number[] =>
  [value ?? []]
    .flat()
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

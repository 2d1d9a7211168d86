interface Node {
  readonly value: string;
  readonly children: readonly Node[];
}

/** So many meters stand on a screen that nobody filled yet. */
export const FIRST_METERS = 3;

const isMeter = ({ value }: Node): boolean => value.startsWith('m');

/** The meter nearest to the top of a tree of objects and those right below it, no more than asked for; `m12` is a meter. */
export function topMeters(nodes: readonly Node[], most: number): number[] {
  if (nodes.length === 0) return [];
  const first = nodes.find(isMeter);
  if (!first)
    return topMeters(
      nodes.flatMap(({ children }) => children),
      most,
    );
  return [first, ...first.children.filter(isMeter)].slice(0, most).map(({ value }) => Number(value.slice(1)));
}

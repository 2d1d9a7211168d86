import * as z from 'zod';

const node = z.strictObject({
  name: z.string().min(1).max(60),
  /** Categories below a station: 1 location, 2 equipment, 3 group of meters. */
  category: z.enum(['1', '2', '3']),
  /** Code of the object type. */
  typeCode: z.string().max(30).optional(),
  /** How deep it stands: 0 = directly below the station; at most one deeper than the one before it. */
  level: z.int().min(0).max(9),
});
export type TemplateNode = z.output<typeof node>;

/** The objects of a template as an outline, in order. */
export const templateTree = z.strictObject({ nodes: z.array(node).max(500) });
export type TemplateTree = z.output<typeof templateTree>;

export const EMPTY_TREE: TemplateTree = { nodes: [] };

/** The first node that stands too deep: more than one level below the one before it; undefined = none. */
export const tooDeep = ({ nodes }: TemplateTree): TemplateNode | undefined =>
  nodes.find((one, i) => one.level > (nodes[i - 1]?.level ?? -1) + 1);

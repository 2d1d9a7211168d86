import { badInput } from '#contract/error.ts';
import { templateTree, tooDeep } from '#contract/templateTree.ts';
import type { TemplateNode } from '#contract/templateTree.ts';
import type { Slots } from '#server/resource/slot.ts';
import { misplaced } from '../domain/tree.ts';

/** The category of what a node of the outline stands below; the station where it stands at the first level. */
const aboveOf = (nodes: readonly TemplateNode[], i: number) =>
  nodes.slice(0, i).findLast((one) => one.level === (nodes[i]?.level ?? 0) - 1)?.category ?? '0';

export const templateSlots: Slots = {
  beforeSave: async (_call, values) => {
    if (values['objects'] === undefined || values['objects'] === null) return;
    const tree = templateTree.parse(values['objects']);
    const deep = tooDeep(tree);
    if (deep)
      throw badInput(
        {
          zh: `对象：“${deep.name}”缺少上级`,
          en: `Objects: “${deep.name}” has no parent on the level above`,
        },
        'objects',
      );
    for (const [i, node] of tree.nodes.entries()) {
      const refused = misplaced(node.category, aboveOf(tree.nodes, i));
      if (refused)
        throw badInput(
          { zh: `对象“${node.name}”：${refused.zh}`, en: `Objects, “${node.name}”: ${refused.en}` },
          'objects',
        );
    }
  },
};

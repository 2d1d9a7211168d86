import * as z from 'zod';
import { addressOf } from '#contract/define.ts';
import { Fault } from '#contract/error.ts';
import { jsonOf } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { ammeterRelation } from '#resource/archive/ammeterRelation.ts';
import { addRow } from '#server/resource/write.ts';
import { defineRoute } from '#server/route.ts';

/** The same fault, told of the relation of a number of the list. */
const ofNumber = (fault: unknown, n: number): unknown =>
  fault instanceof Fault
    ? new Fault(
        fault.code,
        { zh: `第 ${n} 条：${fault.text.zh}`, en: `Relation ${n}: ${fault.text.en}` },
        fault.field === undefined ? 'ammeterRelations' : `ammeterRelations.${n - 1}.${fault.field}`,
        fault.data,
      )
    : fault;

/**
 * `add` takes the fields of one relation, or a list `ammeterRelations` of them, which takes over what stands beside it
 * (the meter, say) and is added whole or not at all (specification 2 section 3).
 */
export const addRelations = defineRoute({
  method: 'POST',
  path: `${addressOf(ammeterRelation)}/add`,
  summary: {
    zh: `${ammeterRelation.label.zh}：新建一条，或列表 ammeterRelations`,
    en: `${ammeterRelation.label.en}: add one, or the list ammeterRelations`,
  },
  permission: funCodeOf(ammeterRelation, 'add'),
  params: z.looseObject({ ammeterRelations: jsonOf(z.array(z.looseObject({})).min(1).max(500)).optional() }),
  row: ammeterRelation,
  handler: async (call) => {
    const { ammeterRelations: list, ...fields } = call.params;
    if (list === undefined) return addRow(call, ammeterRelation, fields);
    const added = [];
    for (const [i, one] of list.entries())
      added.push(
        await addRow(call, ammeterRelation, { ...fields, ...one }).catch((fault: unknown) => {
          throw ofNumber(fault, i + 1);
        }),
      );
    return { ammeterRelations: added };
  },
});

import { defineResource } from '#contract/define.ts';
import { deviceTypeOptions } from '#contract/deviceType.ts';
import { optional } from '#contract/field.ts';
import { EMPTY_TREE, templateTree } from '#contract/templateTree.ts';
import { choice } from '#field/choice/contract.ts';
import { references } from '#field/references/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName, state } from '../common.ts';

/**
 * What a site of a kind has: a tree of objects below its station, and the values monitored at its meters. It is applied
 * to a site by `monitorSite/selectTemplate`, as often as one likes: what is there already stays.
 */
export const template = defineResource({
  name: 'template',
  area: 'archive',
  label: { zh: '站点模板', en: 'Site templates' },
  idName: 'templateId',
  title: 'templateName',
  scope: null,
  screen: '/SDNEquipment/SDNTemplate',
  unique: [['templateCode']],
  fields: {
    templateName: text('模板名称', 'Template', { max: 60 }),
    templateNameEn: secondName(),
    templateCode: text('模板代码', 'Template code', { max: 30, pattern: /^[\w-]+$/ }),
    objects: structure('对象', 'Objects', templateTree, { initial: EMPTY_TREE }),
    deviceType: optional(
      choice('表计类型', 'Meter type', deviceTypeOptions, {
        help: {
          zh: '为此类表计添加监测项；不选则为全部表计',
          en: 'Meters that get the values; none = all meters',
        },
      }),
    ),
    dataItemIdList: optional(references('监测数据项', 'Monitored data items', 'dataItem')),
    state: state(),
    remark: remark(),
  },
});

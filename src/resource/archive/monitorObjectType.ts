import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, nameInEnglish, remark, state } from '../common.ts';

/** A type of monitored object: its category, its icons; its further fields are `monitorTypeExtend`. */
export const monitorObjectType = defineResource({
  name: 'monitorObjectType',
  area: 'archive',
  label: { zh: '监测对象类型', en: 'Types of monitored object' },
  idName: 'monitorObjectTypeId',
  title: 'typeName',
  scope: null,
  screen: '/SDNBaseConfig/SDNMonitorObjectType',
  unique: [['typeCode']],
  fields: {
    typeName: text('类型名称', 'Object type', { max: 60 }),
    typeCode: text('类型代码', 'Type code', { max: 30, pattern: /^[\w-]+$/ }),
    typeNameEn: nameInEnglish(),
    objectCategory: choice('对象类别', 'Category', OBJECT_CATEGORIES, { initial: '2' }),
    roleIdList: optional(
      references('可见角色', 'For roles', 'orgRole', {
        hidden: true,
        whenEmpty: { zh: '全部角色', en: 'All roles' },
        help: { zh: '不选则所有角色可用', en: 'None = every role may use it' },
      }),
    ),
    showIconId: optional(
      reference('展示图标', 'Picture in diagrams', 'fileRecord', { readOnly: true, hidden: true }),
    ),
    listIconId: optional(
      reference('列表图标', 'Picture in lists', 'fileRecord', { readOnly: true, hidden: true }),
    ),
    fileIdList: optional(references('附件', 'Files', 'fileRecord', { readOnly: true, hidden: true })),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});

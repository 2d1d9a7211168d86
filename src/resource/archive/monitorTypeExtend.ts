import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { EXTEND_KINDS } from '#contract/monitorType.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, nameInEnglish, remark } from '../common.ts';

/** A further field of the objects of a type; the form of an object is made from these. */
export const monitorTypeExtend = defineResource({
  name: 'monitorTypeExtend',
  area: 'archive',
  label: { zh: '监测类型扩展字段', en: 'Further fields of object types' },
  idName: 'monitorTypeExtendId',
  title: 'extendName',
  scope: null,
  order: 'ix',
  screen: '/SDNBaseConfig/SDNMonitorObjectTypeExtra',
  unique: [['monitorObjectTypeId', 'extendCode']],
  fields: {
    extendName: text('字段名称', 'Field', { max: 40 }),
    extendCode: text('字段代码', 'Field code', { max: 40, pattern: /^[A-Za-z]\w*$/ }),
    extendNameEn: nameInEnglish(),
    monitorObjectTypeId: reference('对象类型', 'Object type', 'monitorObjectType'),
    fieldType: choice('数据类型', 'Kind of value', EXTEND_KINDS, { initial: 'text' }),
    unit: optional(text('单位', 'Unit', { max: 20 })),
    options: optional(
      text('选项', 'Options', {
        max: 500,
        hidden: true,
        help: { zh: '选项之间用逗号分隔', en: 'Separated by commas' },
      }),
    ),
    required: flag('必填', 'Required', { initial: false }),
    ix: ix(),
    remark: remark(),
  },
});

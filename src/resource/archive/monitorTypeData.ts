import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { MONITOR_TYPES } from '#contract/monitorType.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, nameInEnglish, remark } from '../common.ts';

/** What is measured, signalled, seen, set or switched at objects of a type: a group of data items. */
export const monitorTypeData = defineResource({
  name: 'monitorTypeData',
  area: 'archive',
  label: { zh: '监测类型数据', en: 'Data of object types' },
  idName: 'monitorTypeDataId',
  title: 'dataName',
  scope: null,
  order: 'ix',
  screen: '/SDNBaseConfig/SDNMonitorObjectTypeConfig',
  unique: [['monitorObjectTypeId', 'dataName']],
  fields: {
    dataName: text('数据组名称', 'Data group', { max: 60 }),
    monitorObjectTypeId: reference('对象类型', 'Object type', 'monitorObjectType'),
    dataNameEn: nameInEnglish(),
    monitorType: choice('监测类型', 'Kind of monitoring', MONITOR_TYPES, { initial: '1' }),
    dataItemIdList: optional(references('数据项', 'Data items', 'dataItem')),
    info: optional(text('说明', 'Description', { max: 255 })),
    ix: ix(),
    remark: remark(),
  },
});

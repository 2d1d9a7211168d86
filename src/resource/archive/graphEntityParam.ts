import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { MONITOR_TYPES } from '#contract/monitorType.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, remark } from '../common.ts';

/** A value that a drawing symbol shows or sets: by which control, from which data items. */
export const graphEntityParam = defineResource({
  name: 'graphEntityParam',
  area: 'archive',
  label: { zh: '图元参数', en: 'Values of drawing symbols' },
  idName: 'graphEntityParamId',
  title: 'paramName',
  scope: null,
  order: 'ix',
  screen: '/SDNBaseConfig/SDNGraphEntityParam',
  unique: [['graphEntity', 'paramName']],
  fields: {
    paramName: text('参数名称', 'Value', { max: 60 }),
    graphEntity: reference('图元', 'Symbol', 'graphEntity'),
    controlType: choice(
      '控件类型',
      'Control',
      {
        text: { zh: '数值', en: 'Number' },
        light: { zh: '指示灯', en: 'Light' },
        switch: { zh: '开关', en: 'Switch' },
        bar: { zh: '棒图', en: 'Bar' },
        chart: { zh: '曲线', en: 'Chart' },
      },
      { initial: 'text' },
    ),
    monitorType: choice('监测类型', 'Kind of monitoring', MONITOR_TYPES, { initial: '1' }),
    dataItemIdList: optional(references('数据项', 'Data items', 'dataItem')),
    info: optional(text('说明', 'Description', { max: 255 })),
    ix: ix(),
    remark: remark(),
  },
});

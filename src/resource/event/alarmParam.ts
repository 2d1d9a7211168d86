import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName } from '../common.ts';
import { limitValue, paramCode } from './alarmWords.ts';

/** A setting of a rule that stands in place of the rule's own; of several for one parameter the last in the order holds. */
export const alarmParam = defineResource({
  name: 'alarmParam',
  area: 'event',
  label: { zh: '告警参数', en: 'Alarm parameters' },
  idName: 'alarmParamId',
  title: 'paramName',
  screen: '/SDNAlertConfig/Parameters',
  unique: [['alarmId', 'paramName']],
  fields: {
    paramName: text('参数名称', 'Name', { max: 60 }),
    paramNameEn: secondName(),
    consumerId: consumerId(),
    alarmId: reference('告警规则', 'Alarm rule', 'alarm', { alias: 'alarm' }),
    paramType: choice(
      '参数类型',
      'Type',
      { 1: { zh: '数值', en: 'Number' } },
      { initial: '1', hidden: true },
    ),
    dataItemId: optional(reference('数据项', 'Data item', 'dataItem', { alias: 'dataItem', hidden: true })),
    paramCode: paramCode(),
    paramValue: limitValue('参数值', 'Value'),
    ix: ix(),
    remark: remark(),
  },
});

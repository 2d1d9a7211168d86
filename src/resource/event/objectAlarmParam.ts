import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName } from '../common.ts';
import { limitValue, paramCode } from './alarmWords.ts';

/** A setting of a rule for one object, before that of the rule; of several for one parameter the last in the order holds. */
export const objectAlarmParam = defineResource({
  name: 'objectAlarmParam',
  area: 'event',
  label: { zh: '对象告警参数', en: 'Alarm parameters of objects' },
  idName: 'objectAlarmParamId',
  title: 'paramName',
  screen: '/SDNAlertConfig/ObjectParameters',
  unique: [['objectAlarmId', 'paramName']],
  fields: {
    paramName: text('参数名称', 'Name', { max: 60 }),
    paramNameEn: secondName(),
    objectAlarmId: reference('对象告警', 'Alarm of an object', 'objectAlarm'),
    consumerId: consumerId(),
    paramCode: paramCode(),
    paramValue: limitValue('参数值', 'Value'),
    ix: ix(),
    remark: remark(),
  },
});

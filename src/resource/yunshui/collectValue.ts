import { defineResource } from '#contract/define.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { optional } from '#contract/field.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Values of items that no meter measures, entered by people: output, output value, stock. */
export const collectValue = defineResource({
  name: 'collectValue',
  area: 'yunshui',
  label: { zh: '人工填报值', en: 'Values entered by hand' },
  idName: 'collectValueId',
  title: 'valueName',
  order: '-statDate',
  unique: [['dataCollectConfigureId', 'statDate']],
  screen: '/SDNDataUpload/CollectValue',
  fields: {
    valueName: text('名称', 'Name', { max: 60 }),
    valueNameEn: secondName(),
    consumerId: consumerId(),
    dataCollectConfigureId: reference('采集项', 'Collection item', 'dataCollectConfigure'),
    statDate: date('统计期开始', 'Period begins', {
      help: {
        zh: '所报期间的第一天：当日、当月 1 日、当年 1 月 1 日',
        en: 'The first day of the period: the day itself, the first of the month or of the year',
      },
    }),
    amount: decimal('数值', 'Value', {
      decimals: 6,
      help: { zh: '按平台清单中的计量单位', en: 'In the unit of the platform’s list' },
    }),
    source: optional(text('依据', 'Rests on', { max: 120 })),
    remark: remark(),
  },
});

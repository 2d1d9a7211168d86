import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/**
 * A special day of an enterprise, over the national list of holidays (specification 2 section 3, public holiday):
 * another kind of day, or hot beside it.
 */
export const holiday = defineResource({
  name: 'holiday',
  area: 'sys',
  label: { zh: '节假日与特殊日', en: 'Holidays and special days' },
  idName: 'holidayId',
  title: 'dt',
  screen: '/SDNTimeConfig/SDNHoliday',
  unique: [['consumerId', 'dt', 'holidayTypeId']],
  fields: {
    dt: date('日期', 'Date', { ahead: true }),
    consumerId: consumerId(),
    holidayTypeId: choice(
      '日类型',
      'Kind of day',
      {
        1: { zh: '节假日', en: 'Holiday' },
        2: { zh: '工作日', en: 'Working day' },
        3: { zh: '周末', en: 'Weekend' },
        4: { zh: '高温日', en: 'Hot day' },
      },
      { initial: '1' },
    ),
    holidayName: optional(text('名称', 'Name', { max: 60 })),
    holidayNameEn: secondName(),
    remark: remark(),
  },
});

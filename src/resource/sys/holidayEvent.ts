import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** What happens in an enterprise on a special day: a shutdown, work through a holiday. */
export const holidayEvent = defineResource({
  name: 'holidayEvent',
  area: 'sys',
  label: { zh: '节假日活动', en: 'Events of special days' },
  idName: 'holidayEventId',
  title: 'eventName',
  order: '-dt',
  unique: [['consumerId', 'dt', 'eventName']],
  screen: '/SDNSysAdmin/SDNHolidayEvent',
  fields: {
    eventName: text('事项', 'Event', { max: 60 }),
    eventNameEn: secondName(),
    consumerId: consumerId(),
    dt: date('开始日期', 'From', { ahead: true }),
    endDt: optional(date('结束日期', 'To', { ahead: true })),
    eventType: choice(
      '类型',
      'Kind',
      {
        1: { zh: '停产检修', en: 'Shutdown' },
        2: { zh: '节日生产', en: 'Work through' },
        3: { zh: '活动', en: 'Occasion' },
        9: { zh: '其他', en: 'Other' },
      },
      { initial: '1' },
    ),
    remark: remark(),
  },
});

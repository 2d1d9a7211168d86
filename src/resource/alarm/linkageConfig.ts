import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { EVENT_LEVELS, EVENT_TYPES, LINKAGE_TYPES } from '#contract/linkage.ts';
import { choice } from '#field/choice/contract.ts';
import { choices } from '#field/choices/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { enable, siteId } from './field.ts';

const SECONDS = { unit: 's', hidden: true } as const;
const HOUR = { from: 0, to: 23, unit: 'h', hidden: true } as const;

/** What an alarm sets in motion (specification 2 section 3: linkage config; domain notes 9.2). */
export const linkageConfig = defineResource({
  name: 'linkageConfig',
  area: 'alarm',
  label: { zh: '告警联动', en: 'Linkages' },
  idName: 'linkageId',
  title: 'linkageName',
  screen: '/SDNWatch/SDNLinkageConfig',
  unique: [['consumerId', 'linkageName']],
  fields: {
    linkageName: text('联动名称', 'Linkage', { max: 60 }),
    linkageNameEn: secondName(),
    consumerId: consumerId(),
    siteId: siteId(),
    eventType: choice('事件类型', 'Kind of event', EVENT_TYPES, { initial: '0' }),
    eventId: optional(
      integer('事件编号', 'Event id', {
        from: 1,
        plain: true,
        hidden: true,
        help: {
          zh: '规则或事件的编号；不填表示该类型的全部',
          en: 'Id of the rule or event; empty means all of the kind',
        },
      }),
    ),
    levels: optional(
      choices('告警等级', 'Levels', EVENT_LEVELS, {
        whenEmpty: { zh: '全部等级', en: 'All levels' },
      }),
    ),
    linkageType: choice('联动类型', 'Kind of linkage', LINKAGE_TYPES),
    delay: integer('延时', 'Delay', {
      to: 86_400,
      unit: 's',
      initial: 0,
      help: {
        zh: '在此时间内恢复的告警不触发联动',
        en: 'An alarm that clears within it triggers nothing',
      },
    }),
    unconfirmedOnly: flag('仅未确认时', 'Only while not confirmed', {
      initial: false,
      hidden: true,
      help: {
        zh: '用于升级：延时内有人确认则不触发',
        en: 'For escalation: nothing is triggered once somebody confirmed it',
      },
    }),
    phones: optional(text('手机号', 'Mobile numbers', { max: 400, hidden: true })),
    emails: optional(text('邮箱', 'E-mail addresses', { max: 1000, hidden: true })),
    hookUrl: optional(text('回调地址', 'Address of the web hook', { max: 255, hidden: true, pattern: /^https?:\/\/[^\s"'<>]+$/ })), // prettier-ignore
    cameraItemId: optional(reference('摄像机', 'Camera', 'iVideoControl', { hidden: true })),
    leadTime: optional(integer('提前录像', 'Recorded before', { ...SECONDS, to: 30 })),
    duration: optional(integer('录像时长', 'Length of the recording', { ...SECONDS, to: 300 })),
    controlItemId: optional(reference('遥控点', 'Remote output', 'iRemoteControl', { hidden: true })),
    controlValue: optional(text('控制值', 'Value to set', { max: 60, hidden: true })),
    quietBegin: optional(integer('免打扰开始', 'Quiet from', HOUR)),
    quietEnd: optional(integer('免打扰结束', 'Quiet until', HOUR)),
    enable: enable(),
    remark: remark({ alias: 'rem' }),
  },
});

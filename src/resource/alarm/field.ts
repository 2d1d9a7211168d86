import { EVENT_LEVELS } from '#contract/linkage.ts';
import { choice } from '#field/choice/contract.ts';
import { optional } from '#contract/field.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Whether a configuration acts (specification 2 section 3: enable). */
export const enable = () =>
  choice('启用', 'Enabled', { 1: { zh: '启用', en: 'On' }, 0: { zh: '停用', en: 'Off' } }, { initial: '1' });

const alarmLevel = () => choice('告警等级', 'Alarm level', EVENT_LEVELS, { initial: '3' });

/** The site with its name beside it, as the specification has both. */
export const siteId = () =>
  optional(reference('站点', 'Site', 'monitorSite', { tells: { siteName: 'orgName' } }));

/** What an event is and which devices it is about (specification 2 section 3: alarm event). */
export const eventFields = () => ({
  eventName: text('事件名称', 'Event', { max: 60 }),
  eventNameEn: secondName(),
  eventIdentifier: text('事件标识', 'Identifier', {
    max: 120,
    help: { zh: '与来源发来的标识完全一致', en: 'Exactly as the source sends it' },
  }),
  consumerId: consumerId(),
  siteId: siteId(),
  primaryDeviceId: optional(references('主设备', 'Primary devices', 'device')),
  primaryDeviceName: optional(text('主设备名称', 'Names of primary devices', { hidden: true, max: 1000 })),
  secondaryDeviceId: optional(references('次设备', 'Secondary devices', 'device', { hidden: true })),
  secondaryDeviceName: optional(
    text('次设备名称', 'Names of secondary devices', { hidden: true, max: 1000 }),
  ),
  alarmLevel: alarmLevel(),
  enable: enable(),
  remark: remark({ alias: 'rem' }),
});

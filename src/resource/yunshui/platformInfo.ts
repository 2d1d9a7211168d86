import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { PROTOCOLS, REALTIME_MODES, REGISTER_STATES } from '#contract/upload.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

const TOLD = { readOnly: true } as const;

/** A regulator's platform that an enterprise reports to (specification 2 section 3: platform info). */
export const platformInfo = defineResource({
  name: 'platformInfo',
  area: 'yunshui',
  also: ['hunan'],
  label: { zh: '上报平台', en: 'Platforms reported to' },
  idName: 'platformInfoId',
  title: 'platformName',
  unique: [['consumerId', 'platformName']],
  screen: '/SDNDataUpload/PlatformInfo',
  fields: {
    platformName: text('平台名称', 'Platform', { max: 60 }),
    platformNameEn: secondName(),
    consumerId: consumerId(),
    protocol: choice('协议', 'Protocol', PROTOCOLS, { initial: 'A' }),
    baseUrl: text('平台地址', 'Address', {
      max: 255,
      pattern: /^https?:\/\/[^\s"'<>?#@]+$/,
      help: {
        zh: '接口的根地址，例如 https://platform.example.cn/api',
        en: 'What every address of the interface begins with',
      },
    }),
    plainHttp: flag('允许明文 HTTP', 'Plain HTTP allowed', {
      initial: false,
      hidden: true,
      help: { zh: '默认只用 HTTPS', en: 'Only HTTPS where this is off' },
    }),
    enable: choice(
      '启用',
      'Enabled',
      { 0: { zh: '停用', en: 'Off' }, 1: { zh: '启用', en: 'On' } },
      { initial: '0', ...TOLD },
    ),
    uploadTime: text('上报时段开始', 'Slot begins', {
      max: 5,
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      initial: '02:00',
    }),
    slotHours: integer('时段长度', 'Length of the slot', { from: 1, to: 24, initial: 4, unit: 'h' }),
    realtime: choice('15 分钟数据', '15-minute figures', REALTIME_MODES, { initial: 'daily' }),
    reviseDays: integer('自动修订天数', 'Days revised by themselves', {
      to: 400,
      initial: 35,
      unit: 'd',
      help: {
        zh: '历史数据改变时，此天数内的修订自动上报，更早的须人工确认；0 为全部人工',
        en: 'Where history changes, figures of these days are sent anew by themselves, older ones by hand; 0 = all by hand',
      },
    }),
    registerState: choice('注册状态', 'Registration', REGISTER_STATES, { initial: 'none', ...TOLD }),
    deviceId: optional(text('端设备编号', 'Id of the end device', { max: 64, ...TOLD })),
    keyUntil: optional(dateTime('密钥有效期至', 'Key valid until', { ahead: true, ...TOLD })),
    regVersion: optional(text('注册版本', 'Version of the registration', { max: 10, ...TOLD })),
    dicVersion: optional(text('清单版本', 'Version of the lists', { max: 10, ...TOLD })),
    clockOffset: optional(
      decimal('与平台时差', 'Clock of the platform', { decimals: 1, unit: 's', hidden: true, ...TOLD }),
    ),
    latency: optional(integer('应答时间', 'Answers within', { unit: 'ms', hidden: true, ...TOLD })),
    lastSeenAt: optional(dateTime('最近应答', 'Last answer', TOLD)),
    lastFault: optional(text('最近故障', 'Last fault', { hidden: true, ...TOLD })),
    remark: remark(),
  },
});

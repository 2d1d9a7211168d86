import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { decimal } from '#field/decimal/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, settlementDay, settlementHour, state } from '../common.ts';

/** A monitored site of an enterprise; its zone is the zone of every figure of its meters (specification 2 section 3). */
export const monitorSite = defineResource({
  name: 'monitorSite',
  area: 'archive',
  label: { zh: '监测站点', en: 'Monitoring sites' },
  idName: 'siteId',
  title: 'orgName',
  orgId: true,
  screen: '/SDNEquipment/SDNMonitorsite',
  unique: [['consumerId', 'orgCode']],
  fields: {
    orgName: text('站点名称', 'Site name', { max: 60 }),
    orgNameEn: secondName(),
    orgCode: text('站点代码', 'Site code', { max: 30 }),
    consumerId: consumerId(),
    timeZone: text('时区', 'Time zone', {
      max: 64,
      initial: HOME_ZONE,
      help: { zh: 'IANA 时区名，如 Asia/Shanghai', en: 'IANA name such as Asia/Shanghai' },
    }),
    settlementDay: optional(settlementDay()),
    settlementHour: optional(settlementHour()),
    address: optional(text('地址', 'Address', { max: 120 })),
    longitude: optional(
      decimal('经度', 'Longitude', { from: -180, to: 180, decimals: 6, unit: '°', hidden: true }),
    ),
    latitude: optional(
      decimal('纬度', 'Latitude', { from: -90, to: 90, decimals: 6, unit: '°', hidden: true }),
    ),
    state: state(),
    remark: remark(),
  },
});

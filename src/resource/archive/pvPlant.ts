import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** What becomes of the energy of a PV plant. */
const FEED_IN_MODES = {
  surplus: { zh: '自发自用，余电上网', en: 'Used first, the rest fed in' },
  own: { zh: '全部自用', en: 'All used' },
  full: { zh: '全额上网', en: 'All fed in' },
} as const;
export type FeedInMode = keyof typeof FEED_IN_MODES;

/** A PV plant; its meter counts what it generates forward (PP). */
export const pvPlant = defineResource({
  name: 'pvPlant',
  area: 'archive',
  label: { zh: '光伏电站', en: 'PV plants' },
  idName: 'plantId',
  title: 'plantName',
  screen: '/SDNGuangchuchong/Plant',
  unique: [['consumerId', 'plantName']],
  fields: {
    plantName: text('电站名称', 'Plant', { max: 60 }),
    plantNameEn: secondName(),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    ammeterId: reference('发电表', 'Generation meter', 'ammeter', {
      help: { zh: '正向有功为发电量', en: 'Forward energy is what is generated' },
    }),
    gridMeterId: optional(
      reference('并网点电表', 'Grid meter', 'ammeter', {
        help: {
          zh: '站点总进线的反向有功为上网电量',
          en: 'Reverse energy of the supply of the site is what is fed in',
        },
      }),
    ),
    irradianceMeterId: optional(
      reference('辐照仪', 'Irradiance from', 'ammeter', {
        help: {
          zh: '上报辐照度 IRR（W/m²）的表计，须在组件平面上',
          en: 'The meter that tells IRR (W/m²), in the plane of the modules',
        },
      }),
    ),
    ratedPower: decimal('装机容量', 'Rated power', { from: 0.1, to: 1e6, unit: 'kWp', decimals: 3 }),
    tilt: optional(decimal('倾角', 'Tilt', { from: 0, to: 90, unit: '°', decimals: 1 })),
    azimuth: optional(
      decimal('方位角', 'Azimuth', {
        from: 0,
        to: 360,
        unit: '°',
        decimals: 1,
        help: { zh: '正北为 0°，正南为 180°', en: 'North is 0°, south is 180°' },
      }),
    ),
    feedInMode: choice('上网方式', 'Feed-in', FEED_IN_MODES, { initial: 'surplus' }),
    feedInPrice: optional(
      decimal('上网电价', 'Price fed in', { from: 0, to: 100, unit: '元/kWh', decimals: 6 }),
    ),
    measureAccount: optional(
      text('结算户号', 'Account', {
        max: 30,
        help: {
          zh: '自用电量按该户号的电价协议计价',
          en: 'What is used is valued at the prices of the agreement of this account',
        },
      }),
    ),
    operationCost: decimal('运维费', 'Operation and maintenance', {
      from: 0,
      unit: '元/月',
      decimals: 2,
      initial: 0,
    }),
    investment: optional(decimal('投资额', 'Investment', { from: 0, unit: '元', decimals: 2, hidden: true })),
    commissioned: optional(date('投运日期', 'Commissioned on', { hidden: true })),
    state: state(),
    remark: remark(),
  },
});

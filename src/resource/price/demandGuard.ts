import { defineResource } from '#contract/define.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A limit that the demand of an object shall not exceed in any quarter of an hour. */
export const demandGuard = defineResource({
  name: 'demandGuard',
  area: 'price',
  label: { zh: '需量限值', en: 'Demand limits' },
  idName: 'guardId',
  title: 'guardName',
  screen: '/SDNPowerPrice/DemandLimit',
  unique: [['consumerId', 'guardName']],
  fields: {
    guardName: text('名称', 'Name', { max: 60 }),
    guardNameEn: secondName(),
    consumerId: consumerId(),
    orgId: reference('对象', 'Object', 'org', {
      help: { zh: '其电表合计的需量', en: 'The demand of its meters together' },
    }),
    limitPower: decimal('需量限值', 'Limit', { from: 0, unit: 'kW', decimals: 2 }),
    warnShare: integer('预警比例', 'Warn at', {
      from: 50,
      to: 100,
      unit: '%',
      initial: 100,
      help: {
        zh: '预计值达到限值的该比例时预警',
        en: 'Warns when the projected value reaches this share of the limit',
      },
    }),
    state: state(),
    remark: remark(),
  },
});

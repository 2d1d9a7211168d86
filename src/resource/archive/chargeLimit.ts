import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** What the chargers of a site may take together; it is shared among those that charge, by their priority (decision 229). */
export const chargeLimit = defineResource({
  name: 'chargeLimit',
  area: 'archive',
  label: { zh: '充电功率分配', en: 'Shared charging limits' },
  idName: 'chargeLimitId',
  title: 'limitName',
  needs: 'chargePile',
  screen: '/SDNGuangchuchong/ChargeLimit',
  unique: [['siteId']],
  fields: {
    limitName: text('名称', 'Name', { max: 60 }),
    limitNameEn: secondName(),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite', {
      help: {
        zh: '该站点启用的全部充电桩共用此限值，每个站点一个',
        en: 'All chargers of the site that are in use share it; one a site',
      },
    }),
    limitPower: decimal('充电总功率限值', 'Limit of all chargers', {
      from: 0,
      to: 100_000,
      unit: 'kW',
      decimals: 1,
      help: {
        zh: '任何时候下发给各桩的功率之和不超过它；没有应答的桩按其可能的最大功率计',
        en: 'What all are allowed together never exceeds it; one that does not answer is reckoned with what it may take',
      },
    }),
    guardId: optional(
      reference('让位于需量限值', 'Gives way to the demand limit', 'demandGuard', {
        help: {
          zh: '充电只用该需量限值在其他负荷之外剩下的功率；其电表须在 5 分钟内上报功率',
          en: 'Charging uses what other loads leave of it; its meters must have reported their power within 5 minutes',
        },
      }),
    ),
    fallbackPower: optional(
      decimal('负荷未知时的限值', 'Limit while the load is not known', {
        from: 0,
        to: 100_000,
        unit: 'kW',
        decimals: 1,
        help: {
          zh: '仅在填写需量限值时使用；不填为 0，即暂停充电',
          en: 'Used with a demand limit alone; empty is 0: charging pauses',
        },
      }),
    ),
    state: state(),
    remark: remark(),
  },
});

import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** How many rows of a kind an enterprise may have; set by the operator, held at every add and import. */
export const orgRestrict = defineResource({
  name: 'orgRestrict',
  area: 'sys',
  label: { zh: '企业限额', en: 'Limits of enterprises' },
  idName: 'orgRestrictId',
  title: 'resourceName',
  unique: [['consumerId', 'resourceName']],
  screen: '/SDNSysAdmin/SDNOrgRestrict',
  fields: {
    resourceName: choice('限制对象', 'Limited', {
      ammeter: { zh: '表计', en: 'Meters' },
      monitorSite: { zh: '监测站点', en: 'Monitoring sites' },
      orgUnit: { zh: '组织机构', en: 'Organisation units' },
      orgEmployee: { zh: '账号', en: 'Accounts' },
      gateway: { zh: '网关', en: 'Gateways' },
    }),
    consumerId: consumerId(),
    most: integer('最多', 'At most', { from: 0, initial: 100 }),
    state: state(),
    remark: remark(),
  },
});

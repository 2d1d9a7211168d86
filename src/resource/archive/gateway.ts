import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A gateway that sends readings; its token is shown once and kept as a hash. */
export const gateway = defineResource({
  name: 'gateway',
  area: 'archive',
  label: { zh: '网关', en: 'Gateways' },
  idName: 'gatewayId',
  title: 'gatewayName',
  screen: '/SDNCommunication/SDNGatewayCommunication',
  unique: [['consumerId', 'gatewayName']],
  fields: {
    gatewayName: text('网关名称', 'Gateway name', { max: 60 }),
    gatewayNameEn: secondName(),
    consumerId: consumerId(),
    siteId: optional(reference('站点', 'Site', 'monitorSite')),
    state: state(),
    lastSeenAt: optional(dateTime('最近上报', 'Last seen', { readOnly: true })),
    remark: remark(),
  },
});

import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

/** The value that an object has in a further field of its type. */
export const orgExtend = defineResource({
  name: 'orgExtend',
  area: 'archive',
  label: { zh: '对象扩展信息', en: 'Further fields of objects' },
  idName: 'orgExtendId',
  title: 'extendValue',
  screen: '/SDNEquipment/SDNOrgExtend',
  unique: [['orgId', 'monitorTypeExtendId']],
  fields: {
    orgId: reference('监测对象', 'Object', 'monitorObject'),
    monitorTypeExtendId: reference('字段', 'Field', 'monitorTypeExtend'),
    extendValue: text('值', 'Value', { max: 255 }),
    consumerId: consumerId(),
    remark: remark(),
  },
});

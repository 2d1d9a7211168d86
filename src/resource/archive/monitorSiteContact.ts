import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/** Whom to call at a site; `ix` is the order in which they are called. */
export const monitorSiteContact = defineResource({
  name: 'monitorSiteContact',
  area: 'archive',
  label: { zh: '站点联系人', en: 'Site contacts' },
  idName: 'monitorSiteContactId',
  title: 'contactName',
  screen: '/SDNEquipment/SDNSiteContact',
  unique: [['siteId', 'contactName', 'phone']],
  fields: {
    contactName: text('联系人', 'Contact', { max: 40 }),
    contactNameEn: secondName(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    consumerId: consumerId(),
    job: optional(text('职务', 'Position', { max: 40 })),
    phone: text('联系电话', 'Telephone', { max: 20, pattern: /^[+\d][\d\s()-]{4,19}$/ }),
    email: optional(text('邮箱', 'Mail address', { max: 80, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ })),
    onDuty: flag('值班', 'On duty', { initial: true }),
    ix: integer('呼叫顺序', 'Call order', { initial: 0 }),
    remark: remark(),
  },
});

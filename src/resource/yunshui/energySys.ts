import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { fax, phone } from './field.ts';

/** The energy management system of an enterprise: the office and who leads it (tab 2). */
export const energySys = defineResource({
  name: 'energySys',
  area: 'yunshui',
  label: { zh: '能源管理体系', en: 'Energy management system' },
  idName: 'energySysId',
  title: 'energyOffice',
  unique: [['consumerId', 'energyOffice']],
  screen: '/Archive/energySys',
  fields: {
    energyOffice: text('能源管理机构', 'Energy office', { max: 50 }),
    energyOfficeEn: secondName(),
    consumerId: consumerId(),
    energyOfficial: optional(text('负责人', 'Head', { max: 20 })),
    energyOfficialPosition: optional(text('负责人职务', 'Position of the head', { max: 20 })),
    phone: phone(),
    fax: fax(),
    remark: remark(),
  },
});

import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { phone } from './field.ts';

/** Certification of the energy management system (tab 6). */
export const energyCertification = defineResource({
  name: 'energyCertification',
  area: 'yunshui',
  label: { zh: '能源管理体系认证', en: 'Energy certification' },
  idName: 'energyCertificationId',
  title: 'director',
  screen: '/Archive/energyCertification',
  fields: {
    energyPass: choice(
      '是否通过认证',
      'Certified',
      { 1: { zh: '已通过', en: 'Passed' }, 0: { zh: '未通过', en: 'Not yet passed' } },
      { initial: '0' },
    ),
    consumerId: consumerId(),
    director: text('负责人', 'Person in charge', { max: 20 }),
    directorEn: secondName(),
    phone: phone(),
    passDate: optional(date('通过日期', 'Passed on')),
    passOrg: optional(text('认证机构', 'Certifying body', { max: 30 })),
    remark: remark(),
  },
});

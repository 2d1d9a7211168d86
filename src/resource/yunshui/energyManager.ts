import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { dept, job, phone } from './field.ts';

/** Persons in charge of energy (tab 3). */
export const energyManager = defineResource({
  name: 'energyManager',
  area: 'yunshui',
  label: { zh: '能源管理负责人', en: 'Energy managers' },
  idName: 'energyManagerId',
  title: 'manager',
  unique: [['consumerId', 'manager']],
  screen: '/Archive/energyManager',
  fields: {
    manager: text('姓名', 'Name', { max: 15 }),
    managerEn: secondName(),
    consumerId: consumerId(),
    phone: phone(),
    dept: dept(),
    job: job(),
    trainInfo: optional(text('培训情况', 'Training', { max: 255 })),
    remark: remark(),
  },
});

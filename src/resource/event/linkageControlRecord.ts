import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { runFields } from '../alarm/linkageRecord.ts';

/** Every run of a linkage that was to switch an output. */
export const linkageControlRecord = defineResource({
  name: 'linkageControlRecord',
  area: 'event',
  label: { zh: '联动控制记录', en: 'Runs of controls' },
  idName: 'linkageControlRecordId',
  title: 'linkageName',
  order: '-raisedAt',
  screen: '/SDNWatch/SDNLinkageControlRecord',
  fields: {
    ...runFields(),
    controlItemId: optional(reference('遥控点', 'Remote output', 'iRemoteControl')),
    controlValue: text('控制值', 'Value to set', { max: 60 }),
  },
});

import { defineResource } from '#contract/define.ts';
import { eventFields } from './field.ts';

/** An event that a device sends and that raises an alarm. */
export const eventConfig = defineResource({
  name: 'eventConfig',
  area: 'alarm',
  label: { zh: '设备事件', en: 'Events of devices' },
  idName: 'eventId',
  title: 'eventName',
  screen: '/SDNWatch/SDNEventConfig',
  unique: [['consumerId', 'eventIdentifier']],
  fields: eventFields(),
});

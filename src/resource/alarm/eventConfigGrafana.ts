import { defineResource } from '#contract/define.ts';
import { eventFields } from './field.ts';

/** An alert of Grafana that raises an alarm; its identifier is the label `eventIdentifier`, else `alertname`. */
export const eventConfigGrafana = defineResource({
  name: 'eventConfigGrafana',
  area: 'alarm',
  label: { zh: '看板告警事件', en: 'Alerts of Grafana' },
  idName: 'eventId',
  title: 'eventName',
  screen: '/SDNWatch/SDNGrafanaEvent',
  unique: [['consumerId', 'eventIdentifier']],
  fields: eventFields(),
});

import type { KeywordTable } from '../keyword.ts';

export const watch: KeywordTable = {
  'alarm.linkageConfig': [
    '短信通知,邮件通知,告警通知,升级',
    'alarm SMS, alarm mail, notification, escalation',
  ],
  'alarm.linkageRecord': ['通知记录,短信记录', 'notification log, sent messages'],
  'alarm.eventConfig': ['事件配置', 'device event settings'],
  'alarm.eventConfigGrafana': ['Grafana 告警,看板事件', 'Grafana alert, contact point'],
  'event.alarmLinkageControl': ['联动跳闸', 'switch on alarm'],
  'event.linkageControlRecord': ['控制日志', 'control log'],
  'alarm.workOrder': ['维修单,派工', 'repair order, dispatch'],
};

import type { KeywordTable } from '../keyword.ts';

export const watch: KeywordTable = {
  'event.alarmRecord': ['报警,告警确认,事件记录', 'alarm list, confirm alarms, acknowledge, events'],
  'event.alarm': ['报警规则,越限,阈值', 'threshold, alarm settings, limit rules'],
  'event.objectAlarm': ['告警分配,规则绑定', 'assign rules, which meters a rule judges'],
};

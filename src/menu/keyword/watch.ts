import type { KeywordTable } from '../keyword.ts';

export const watch: KeywordTable = {
  'SDNMonitoring.Signal': [
    '遥信,开关位置,断路器,合闸,分闸,变位,门禁,运行方式',
    'position, breaker, switch state, relay, door, status, change of state, operations',
  ],
  'archive.signalPoint': [
    '遥信点,开关量,信号点表,DI',
    'digital input, binary input, point list, status point',
  ],
  'event.alarmRecord': ['报警,告警确认,事件记录', 'alarm list, confirm alarms, acknowledge, events'],
  'event.alarm': ['报警规则,越限,阈值', 'threshold, alarm settings, limit rules'],
  'event.objectAlarm': ['告警分配,规则绑定', 'assign rules, which meters a rule judges'],
};

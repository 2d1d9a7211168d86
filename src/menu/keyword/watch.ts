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
};

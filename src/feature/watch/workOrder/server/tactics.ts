import type { Text } from '#contract/text.ts';
import { WORK_DEMANDS, type WorkDemand } from '#contract/workOrder.ts';
import { alarmRecord } from '#resource/event/alarmRecord.ts';
import type { DemandWord, Tactic } from '../contract.ts';

/** What is advised for each type of alarm, the first thing first (the specification is silent; decision 184). */
const ADVICE: Readonly<Record<string, readonly Text[]>> = {
  1: [
    {
      zh: '核对现场仪表示值，确认不是采集错误',
      en: 'Compare with the dial on site: rule out a fault of collection',
    },
    {
      zh: '检查开关、接线端子温度与三相电流是否平衡',
      en: 'Look at switch, terminals and the balance of the phases',
    },
    { zh: '需停电作业的，先办理工作票并挂牌', en: 'Work without voltage needs a permit and a tag first' },
  ],
  2: [
    {
      zh: '与同类班次、同期用量比较，确认是否有新增负荷',
      en: 'Compare with like shifts and last year: is there a new load',
    },
    { zh: '检查待机设备、泄漏与未关闭的阀门', en: 'Look for idle machines, leaks and open valves' },
    {
      zh: '临近需量标准线时按次序停可中断负荷',
      en: 'Near the demand line shed what may be interrupted, in order',
    },
  ],
  3: [
    {
      zh: '检查表计与网关供电、天线、网线及指示灯',
      en: 'Look at supply, aerial, cable and lamps of meter and gateway',
    },
    {
      zh: '在“网关”页确认最近上报、时钟与未映射名称',
      en: 'On the page of gateways look at the last word, the clock and unmapped names',
    },
    {
      zh: '恢复后检查缺口是否补传，未补传的人工补录',
      en: 'Once back, see whether the gap was filled; enter what is missing',
    },
  ],
  4: [
    { zh: '查看电压、电流、谐波趋势与越限时段', en: 'Look at the course of voltage, current and harmonics' },
    { zh: '检查无功补偿、分接开关与冲击性负荷', en: 'Look at compensation, tap changer and pulsing loads' },
  ],
  5: [
    { zh: '按规则说明核对触发条件与现场情况', en: 'Compare the condition of the rule with what is on site' },
    { zh: '误报的，记录原因并调整规则', en: 'A false alarm: note why, and mend the rule' },
  ],
};

/** Kinds of need, in the order of the list. */
export const demandWords = (): DemandWord[] =>
  Object.entries(WORK_DEMANDS).map(([code, name]) => ({ code: code as WorkDemand, name }));

/** What is advised for a type of alarm, or for all. */
export const tacticsOf = (alarmType?: string): Tactic[] =>
  Object.entries(alarmRecord.fields.alarmType.options ?? {})
    .filter(([code]) => alarmType === undefined || code === alarmType)
    .map(([code, name]) => ({ alarmType: code, name, advice: ADVICE[code] ?? [] }));

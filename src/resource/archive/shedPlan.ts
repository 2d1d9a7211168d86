import { defineResource } from '#contract/define.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/**
 * Which outputs are switched off where the demand of a limit is about to exceed it (watch.md section 10.6). It does
 * nothing until somebody with the right has enabled it with the own password, and a change makes that void.
 */
export const shedPlan = defineResource({
  name: 'shedPlan',
  area: 'archive',
  label: { zh: '减载方案', en: 'Shedding plans' },
  idName: 'shedPlanId',
  title: 'planName',
  screen: '/SDNEquipment/SDNShedPlan',
  unique: [['consumerId', 'planName']],
  fields: {
    planName: text('方案名称', 'Plan', { max: 60 }),
    planNameEn: secondName(),
    consumerId: consumerId(),
    guardId: reference('需量限值', 'Demand limit', 'demandGuard', {
      help: {
        zh: '其时段预计值超过限值时减载；每个限值只能启用一个方案',
        en: 'Loads are shed where its window is about to exceed the limit; one enabled plan a limit',
      },
    }),
    controlIdList: references('参与减载的遥控点', 'Outputs that may be shed', 'iRemoteControl', {
      help: {
        zh: '次序、承诺功率与最短停运在遥控点档案中填写；须两人操作的点仅在每次减载由他人批准时参与',
        en: 'Their order, promised power and minimum time off are fields of the outputs; one for two persons takes part where another person approves each run',
      },
    }),
    holdSeconds: integer('持续预计超限', 'Foreseen for', {
      from: 0,
      to: 600,
      unit: 's',
      initial: 60,
      help: { zh: '预计超限持续这么久才减载', en: 'Loads are shed once it was foreseen for so long' },
    }),
    gapSeconds: integer('恢复间隔', 'Between restored loads', {
      from: 30,
      to: 3600,
      unit: 's',
      initial: 120,
    }),
    marginPercent: integer('恢复回差', 'Restore below the limit by', {
      from: 1,
      to: 50,
      unit: '%',
      initial: 5,
      help: {
        zh: '带回该负荷后的预计值低于限值这么多才恢复',
        en: 'A load comes back where the forecast with it stays so far below the limit',
      },
    }),
    state: state(),
    remark: remark(),
  },
});

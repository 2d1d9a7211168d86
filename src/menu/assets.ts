import { ALL, READ, button, named, resourceScreen, screen, subject, wing } from './node.ts';

const AREA = 'SDNGuangchuchong';
const PLANS = `${AREA}.Chunengcelve`;

const plans = resourceScreen('planCurve', READ);
const sessions = resourceScreen('chargeSession', READ);
const piles = resourceScreen('chargePile', ALL);

export const assets = wing(AREA, '光储充', 'Storage and PV', 'solar', [
  subject(`${AREA}.Flow`, '光储充总览', 'Storage and PV overview', [
    screen(`${AREA}.Overview`, '光储充总览', 'Storage and PV overview'),
    screen(`${AREA}.PVOverview`, '光伏', 'PV'),
    screen(`${AREA}.ChunengOverview`, '储能', 'Storage'),
  ]),
  subject(PLANS, '储能策略', 'Storage plans', [
    screen(`${PLANS}.Setting`, '策略与计划', 'Strategies and plans'),
    screen(`${PLANS}.Publish`, '计划下发', 'Issue plans'),
    screen(`${PLANS}.Monitor`, '执行监视', 'Plan and actual'),
    screen(`${PLANS}.Query`, '历史曲线', 'Curves of the past'),
    named(resourceScreen('storageStrategy', ALL), '策略列表', 'List of strategies'),
    {
      ...plans,
      children: [
        ...(plans.children ?? []),
        button('archive.planCurve.make', '编制、提交与撤销', 'Make, submit and revoke'),
        button('archive.planCurve.issue', '下发', 'Issue'),
      ],
    },
    resourceScreen('planReply', READ),
  ]),
  subject(`${AREA}.Running`, '运行分析', 'Operation analysis', [
    screen(`${AREA}.Running.PCSAnalysis`, '变流器分析', 'Converters'),
    screen(`${AREA}.Running.BatteryAnalysis`, '电池分析', 'Batteries'),
  ]),
  subject(`${AREA}.Charging`, '充电', 'Charging', [
    screen(`${AREA}.Running.ChargeAnalysis`, '充电分析', 'Use of chargers'),
    {
      ...sessions,
      children: [
        ...(sessions.children ?? []),
        button('archive.chargeSession.judge', '人工处理存疑记录', 'Judge doubtful sessions'),
      ],
    },
    {
      ...piles,
      children: [
        ...(piles.children ?? []),
        button('archive.chargePile.operate', '远程启停与复位', 'Start, stop and reset remotely'),
      ],
    },
    resourceScreen('chargeLimit', ALL),
    resourceScreen('chargeTag', ALL),
  ]),
  subject(`${AREA}.Benefit`, '收益分析', 'Costs and benefits of assets', [
    {
      ...screen(`${AREA}.CostBenefitAnalysis`, '收益分析', 'Costs and benefits of assets'),
      children: [button('archive.storageStation.settle', '结算存档', 'Keep settlements')],
    },
  ]),
  subject(`${AREA}.List`, '资产台账', 'Assets', [
    resourceScreen('storageStation', ALL),
    resourceScreen('storageUnit', ALL),
    resourceScreen('pvPlant', ALL),
    resourceScreen('pvInverter', ALL),
  ]),
]);

import { ALL, READ, button, resourceScreen, screen, subject, wing, type MenuNode } from './node.ts';

const plans = resourceScreen('planCurve', READ);

/** A screen of the strategies of batteries, whose addresses have three parts. */
const strategy = (name: string, zh: string, en: string): MenuNode => ({
  ...screen(`SDNGuangchuchong.Chunengcelve${name}`, zh, en),
  url: `/SDNGuangchuchong/Chunengcelve/${name}`,
});

export const assets = wing('SDNGuangchuchong', '光储充', 'Storage and PV', 'solar', [
  subject('SDNGuangchuchong.Chunengcelve', '储能策略', 'Storage plans', [
    strategy('Setting', '策略与计划', 'Strategies and plans'),
    strategy('Publish', '计划下发', 'Issue plans'),
    strategy('Monitor', '执行监视', 'Plan and actual'),
    strategy('Query', '历史曲线', 'Curves of the past'),
    resourceScreen('storageStrategy', ALL),
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
  subject('SDNGuangchuchong.List', '资产台账', 'Assets', [
    resourceScreen('storageStation', ALL),
    resourceScreen('storageUnit', ALL),
    resourceScreen('pvPlant', ALL),
    resourceScreen('pvInverter', ALL),
  ]),
]);

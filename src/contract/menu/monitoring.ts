import { ALL, button, resourceScreen, screen } from './node.ts';
import type { MenuNode } from './node.ts';

export const monitoring: MenuNode = {
  funCode: 'SDNMonitoring',
  name: { zh: '监测', en: 'Monitoring' },
  type: 'group',
  icon: 'dashboard',
  enterprise: true,
  children: [
    screen('SDNMonitoring.Overview', '总览', 'Overview'),
    screen('SDNUserAdmin.SDNNewsCenter', '新闻公告', 'News'),
    {
      funCode: 'SDNMonitoring.MeterRepair',
      name: { zh: '数据修正', en: 'Data repair' },
      type: 'screen',
      url: '/SDNMonitoring/MeterRepair',
      enterprise: true,
      children: [
        button('correction.edit', '修正', 'Correct'),
        button('correction.undo', '撤销修正', 'Undo a correction'),
      ],
    },
    screen('SDNMonitoring.FigureChange', '数值变更', 'Changed figures'),
    resourceScreen('displayBoard', ALL),
  ],
};

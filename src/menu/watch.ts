import { ALL, READ, button, resourceScreen, searched, subject, wing } from './node.ts';

const workOrders = resourceScreen('workOrder', READ);

export const watch = wing('Watch', '监视', 'Watch', 'alarm', [
  subject('Watch.Linkage', '联动', 'Linkages', [
    resourceScreen('linkageConfig', ALL),
    resourceScreen('linkageRecord', ALL),
    resourceScreen('eventConfig', ALL),
    resourceScreen('eventConfigGrafana', ALL),
    searched(resourceScreen('alarmLinkageControl', ALL)),
    searched(resourceScreen('linkageControlRecord', ALL)),
    {
      ...workOrders,
      children: [
        ...(workOrders.children ?? []),
        button('alarm.workOrder.move', '派单、处理、验收', 'Assign, work, accept'),
      ],
    },
  ]),
]);

import { ALL, resourceScreen, screen, subject, wing } from './node.ts';

export const watch = wing('Watch', '监视', 'Monitoring', 'monitor', [
  subject('Watch.Signal', '信号状态', 'Signals', [
    screen('SDNMonitoring.Signal', '信号状态', 'Signals'),
    resourceScreen('signalPoint', ALL),
  ]),
]);

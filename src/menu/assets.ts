import { ALL, resourceScreen, subject, wing } from './node.ts';

export const assets = wing('SDNGuangchuchong', '光储充', 'Storage and PV', 'solar', [
  subject('SDNGuangchuchong.List', '资产台账', 'Assets', [
    resourceScreen('storageStation', ALL),
    resourceScreen('storageUnit', ALL),
    resourceScreen('pvPlant', ALL),
    resourceScreen('pvInverter', ALL),
  ]),
]);

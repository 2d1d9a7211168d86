import { ALL, button, READ, resourceScreen, screen, subject, wing } from './node.ts';

const piles = resourceScreen('chargePile', ALL);

export const assets = wing('SDNGuangchuchong', '光储充', 'Storage and PV', 'solar', [
  subject('SDNGuangchuchong.Charging', '充电', 'Charging', [
    screen('SDNGuangchuchong.Running.ChargeAnalysis', '充电分析', 'Use of chargers'),
    resourceScreen('chargeSession', READ),
    {
      ...piles,
      children: [
        ...(piles.children ?? []),
        button('archive.chargePile.operate', '远程启停与复位', 'Start, stop and reset remotely'),
      ],
    },
    resourceScreen('chargeTag', ALL),
  ]),
  subject('SDNGuangchuchong.List', '资产台账', 'Assets', [
    resourceScreen('storageStation', ALL),
    resourceScreen('storageUnit', ALL),
    resourceScreen('pvPlant', ALL),
    resourceScreen('pvInverter', ALL),
  ]),
]);

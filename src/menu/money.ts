import { ALL, button, resourceScreen, screen, subject, wing } from './node.ts';

export const money = wing('Money', '电费', 'Money', 'price', [
  subject('Money.Bill', '账单与对账', 'Bills', [
    {
      ...screen('SDNPowerAudit.SDNPowerBill', '电费账单', 'Electricity bill'),
      children: [button('price.bill.issue', '出账', 'Issue bills')],
    },
    resourceScreen('priceInvoice', ALL),
  ]),
  subject('Money.Demand', '需量', 'Demand', [
    {
      ...screen('SDNPowerAdmin.SDNDemandAnalysis', '需量分析', 'Demand analysis'),
      children: [button('analysis.demandStandard.edit', '设置需量标准', 'Set lines of demand')],
    },
    screen('SDNPowerAdmin.SDNDemandGuard', '需量监控', 'Demand guard'),
    resourceScreen('demandGuard', ALL),
  ]),
  subject('Money.Charge', '电量电费分析', 'Charge analysis', [
    screen('SDNPowerAdmin.SDNCoulometryChargeAnalysis', '电量电费分析', 'Charge analysis'),
  ]),
  subject('Money.Price', '电价', 'Prices', [
    resourceScreen('priceScheme', ALL),
    resourceScreen('priceVersion', ALL),
    resourceScreen('priceCurve', ALL),
    resourceScreen('priceMarket', ALL),
    resourceScreen('priceParameter', ALL),
  ]),
  subject('Money.Agreement', '协议与暂停', 'Agreements and stops', [
    resourceScreen('priceAgreement', ALL),
    resourceScreen('priceStop', ALL),
  ]),
  subject('Money.Period', '时段日历', 'Tariff periods', [
    resourceScreen('timezone', ALL),
    resourceScreen('holiday', ALL),
  ]),
  subject('Money.Saving', '成本效益录入', 'Costs and benefits', [resourceScreen('costBenefit', ALL)]),
]);

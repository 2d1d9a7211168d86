import type { KeywordTable } from '../keyword.ts';

export const money: KeywordTable = {
  'SDNPowerAudit.SDNPowerBill': [
    '电费单,账单,对账,电费,电费核对,力调,力调电费,力率调整,基本电费,结算,出账,电费明细',
    'bill, electricity costs, check the bill, reconcile, power factor adjustment, basic charge, settlement, issue bills',
  ],
  'price.priceInvoice': [
    '发票,供电局账单,供电公司账单,增值税,开票',
    'invoice, supplier bill, utility bill, VAT, tax',
  ],
  'SDNPowerAdmin.SDNDemandAnalysis': ['最大需量,需量曲线,MD', 'maximum demand, peak demand, kW demand, MD'],
  'SDNPowerAdmin.SDNDemandGuard': [
    '需量预警,需量控制,超需量',
    'demand alarm, demand forecast, exceeded demand',
  ],
  'price.demandGuard': ['需量上限,限额,需量报警值', 'demand limit, demand target'],
  'SDNPowerAdmin.SDNCoulometryChargeAnalysis': [
    '费用,电费分析,平均电价,成本,度电成本',
    'cost, costs, average price, energy cost, money spent',
  ],
  'price.priceScheme': [
    '电价,电价表,目录电价,分时电价,阶梯电价',
    'tariff, price, rate, electricity price, price list',
  ],
  'price.priceVersion': ['调价,新电价,电价调整', 'price change, new prices, price version'],
  'price.priceCurve': ['现货,现货价,日前价格,实时电价', 'spot price, day ahead, real-time price'],
  'price.priceMarket': ['市场化,电力交易,售电,中长期', 'market, power trading, retail contract'],
  'price.priceParameter': ['附加费,基金,输配电价,线损费', 'surcharge, fund, grid fee, levy'],
  'price.priceAgreement': [
    '合同,变压器容量,容量,受电容量,申报需量,按容量,按需量,功率因数标准',
    'contract, transformer capacity, kVA, declared demand, contract capacity',
  ],
  'price.priceStop': ['暂停,减容,报停,变压器暂停', 'stop a transformer, suspended capacity, reduce capacity'],
  'archive.timezone': [
    '尖峰平谷时段,峰谷时段,时段,分时,高峰时段',
    'tariff period, peak hours, time of use, TOU, off-peak hours',
  ],
  'sys.holiday': ['节假日,放假,春节,国庆,高温日', 'holiday, hot day, public holiday'],
  'archive.costBenefit': ['节能效益,收益,投资回收', 'savings, payback, benefit'],
};

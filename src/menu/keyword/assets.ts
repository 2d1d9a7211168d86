import type { KeywordTable } from '../keyword.ts';

export const assets: KeywordTable = {
  'SDNGuangchuchong.Overview': ['能流图,光储充,微电网', 'flow, microgrid, solar and battery'],
  'SDNGuangchuchong.PVOverview': ['光伏发电,PR,等效小时', 'solar, performance ratio, yield'],
  'SDNGuangchuchong.ChunengOverview': ['储能概览,SOC,充放电', 'battery, state of charge, cycles'],
  'SDNGuangchuchong.Running.PCSAnalysis': ['PCS,变流器效率,负载率', 'PCS, efficiency, load'],
  'SDNGuangchuchong.Running.BatteryAnalysis': ['电芯,压差,温差,SOH', 'cells, spread, temperature, SOH'],
  'SDNGuangchuchong.CostBenefitAnalysis': [
    '储能收益,结算单,分成,需量节省',
    'settlement, revenue, share, demand saved',
  ],
  'archive.storageStation': ['储能站,电池储能,ESS', 'battery, ESS, storage'],
  'SDNGuangchuchong.Running.ChargeAnalysis': [
    '充电桩状态,桩利用率,充电收入,充电统计,枪状态',
    'chargers now, utilisation of chargers, charging revenue, connectors, EV',
  ],
  'archive.chargeSession': ['充电订单,充电会话,充电明细', 'charging orders, transactions, EV sessions'],
  'archive.chargePile': ['充电桩台账,OCPP,充电设备,桩密钥', 'OCPP, EVSE, wallbox, charge point, key'],
  'archive.chargeTag': ['卡,充电授权,白名单,RFID', 'RFID, cards, idTag, who may charge'],
  'archive.storageUnit': ['变流器,PCS,电池簇,BMS', 'converter, PCS, battery cluster, BMS'],
  'archive.pvPlant': ['光伏,太阳能,屋顶光伏', 'solar, photovoltaic, roof'],
  'archive.pvInverter': ['逆变器,组串', 'inverter, strings'],
};

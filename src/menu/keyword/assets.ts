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
  'archive.chargeLimit': [
    '有序充电,智能充电,功率限制,负荷分配',
    'smart charging, load management, power sharing',
  ],
  'archive.chargeTag': ['卡,充电授权,白名单,RFID', 'RFID, cards, idTag, who may charge'],
  'archive.storageUnit': ['变流器,PCS,电池簇,BMS', 'converter, PCS, battery cluster, BMS'],
  'archive.pvPlant': ['光伏,太阳能,屋顶光伏', 'solar, photovoltaic, roof'],
  'archive.pvInverter': ['逆变器,组串', 'inverter, strings'],
  'SDNGuangchuchong.Chunengcelve.Setting': [
    '96点,充放电计划,策略模板',
    '96 points, schedule, charge and discharge',
  ],
  'SDNGuangchuchong.Chunengcelve.Publish': ['下发计划,批量下发,EMS', 'send plans, batch, EMS'],
  'SDNGuangchuchong.Chunengcelve.Monitor': [
    '执行率,计划与实际,功率设定',
    'execution rate, set point, follows the plan',
  ],
  'SDNGuangchuchong.Chunengcelve.Query': ['计划历史,曲线查询,版本', 'history of plans, versions'],
  'archive.storageStrategy': ['策略库,工作日策略', 'library of strategies, working days'],
  'archive.planCurve': ['计划列表,计划版本', 'list of plans, versions'],
  'archive.planReply': ['应答,校验值,无应答', 'answers, hash, unanswered'],
};

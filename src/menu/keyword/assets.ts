import type { KeywordTable } from '../keyword.ts';

export const assets: KeywordTable = {
  'archive.storageStation': ['储能站,电池储能,ESS', 'battery, ESS, storage'],
  'archive.storageUnit': ['变流器,PCS,电池簇,BMS', 'converter, PCS, battery cluster, BMS'],
  'archive.pvPlant': ['光伏,太阳能,屋顶光伏', 'solar, photovoltaic, roof'],
  'archive.pvInverter': ['逆变器,组串', 'inverter, strings'],
  'SDNGuangchuchong.ChunengcelveSetting': [
    '96点,充放电计划,策略模板',
    '96 points, schedule, charge and discharge',
  ],
  'SDNGuangchuchong.ChunengcelvePublish': ['下发计划,批量下发,EMS', 'send plans, batch, EMS'],
  'SDNGuangchuchong.ChunengcelveMonitor': [
    '执行率,计划与实际,功率设定',
    'execution rate, set point, follows the plan',
  ],
  'SDNGuangchuchong.ChunengcelveQuery': ['计划历史,曲线查询,版本', 'history of plans, versions'],
  'archive.storageStrategy': ['策略列表,工作日策略', 'strategies, working days'],
  'archive.planCurve': ['计划列表,计划版本', 'list of plans, versions'],
  'archive.planReply': ['应答,校验值,无应答', 'answers, hash, unanswered'],
};

import { ARCHIVE_GROUPS, ARCHIVE_LISTS, ARCHIVE_TABS } from './archiveTab.ts';
import type { ArchiveGroup, ArchiveTab } from './archiveTab.ts';
import { ACTIONS, actionsOn, funCodeOf } from './permission.ts';
import type { Action } from './permission.ts';
import { resourceOf } from './resource/index.ts';
import type { Text } from './text.ts';

/** A node of the menu as the product ships it; people may rename, reorder and hide the stored copy. */
export interface MenuNode {
  readonly funCode: string;
  readonly name: Text;
  readonly type: 'group' | 'screen' | 'button';
  readonly url?: string;
  readonly icon?: string;
  /** Enterprise accounts get it in the role that the product ships. */
  readonly enterprise?: boolean;
  readonly children?: readonly MenuNode[];
}

/** The list page of a resource with a button for every action. */
function resourceScreen(name: string, enterprise: readonly Action[] = []): MenuNode {
  const resource = resourceOf(name);
  return {
    funCode: `${resource.area}.${resource.name}`,
    name: resource.label,
    type: 'screen',
    url: resource.screen,
    enterprise: enterprise.length > 0,
    children: actionsOn(resource).map((action) => ({
      funCode: funCodeOf(resource, action),
      name: ACTIONS[action],
      type: 'button',
      enterprise: enterprise.includes(action),
    })),
  };
}

const button = (funCode: string, zh: string, en: string): MenuNode => ({
  funCode,
  name: { zh, en },
  type: 'button',
  enterprise: true,
});

/** A list page for operators; enterprise accounts may use its calls as far as said, without the page. */
function systemScreen(name: string, enterprise: readonly Action[] = []): MenuNode {
  return { ...resourceScreen(name, enterprise), enterprise: false };
}

/** A screen without buttons; its address is its function code. */
const screen = (funCode: string, zh: string, en: string): MenuNode => ({
  funCode,
  name: { zh, en },
  type: 'screen',
  url: `/${funCode.replace('.', '/')}`,
  enterprise: true,
});

/** A tab of the metering archive: the list of its resource, or a page of its own. */
const tabScreens = ({ resource, funCode, name, screen: url, buttons = [] }: ArchiveTab): MenuNode[] => {
  if (resource !== undefined) return [{ ...resourceScreen(resource, ALL), name, url }];
  if (funCode === undefined) return [];
  const children = buttons.map(([code, { zh, en }]) => button(code, zh, en));
  return [{ funCode, name, type: 'screen', url, enterprise: true, children }];
};

/** The six groups of tabs. */
const tabGroups = (): MenuNode[] =>
  Object.entries(ARCHIVE_GROUPS).map(([group, name]) => ({
    funCode: `SDNArchive.${group}`,
    name,
    type: 'group',
    enterprise: true,
    children: [
      ...ARCHIVE_TABS.filter((tab) => tab.group === group).flatMap(tabScreens),
      ...(ARCHIVE_LISTS[group as ArchiveGroup] ?? []).map((name) =>
        resourceScreen(name, name === 'checkplanCheckfile' ? UPLOADED : ALL),
      ),
    ],
  }));

/** A button that the shipped role of enterprises does not hold. */
const operatorButton = (funCode: string, zh: string, en: string): MenuNode => ({
  ...button(funCode, zh, en),
  enterprise: false,
});

const ALL: readonly Action[] = ['view', 'add', 'edit', 'del', 'import', 'export'];
const READ: readonly Action[] = ['view', 'export'];
/** Files come one by one, no sheet brings them in. */
const UPLOADED: readonly Action[] = ['view', 'add', 'edit', 'del', 'export'];

/** The menu of the product; the root is the node `hxyweb` (specification 1 section 3). */
export const MENU: MenuNode = {
  funCode: 'hxyweb',
  name: { zh: '平台', en: 'Platform' },
  type: 'group',
  enterprise: true,
  children: [
    {
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
        resourceScreen('displayBoard', ALL),
      ],
    },
    {
      funCode: 'SDNPowerAdmin',
      name: { zh: '用能分析', en: 'Energy analysis' },
      type: 'group',
      icon: 'chart',
      enterprise: true,
      children: [
        screen('SDNPowerAdmin.SDNPowerOverview', '用能总览', 'Energy at a glance'),
        screen('SDNPowerAdmin.SDNPowerAnalysis', '用能分析', 'Energy analysis'),
        screen('SDNPowerAdmin.SDNTimeShareAnalysis', '分时分析', 'Time-share analysis'),
        screen('SDNPowerAdmin.SDNCycleAnalysis', '周期分析', 'Weekly cycle'),
        screen('SDNPowerAdmin.SDNCompareAnalysis', '对比分析', 'Comparison'),
        screen('SDNPowerAdmin.SDNLoadAnalysis', '负荷分析', 'Load analysis'),
        {
          ...screen('SDNPowerAdmin.SDNDemandAnalysis', '需量分析', 'Demand analysis'),
          children: [button('analysis.demandStandard.edit', '设置需量标准', 'Set lines of demand')],
        },
        {
          ...screen('SDNPowerAdmin.SDNElectricQualityAnalysis', '电能质量', 'Power quality'),
          children: [button('analysis.qualityStandard.edit', '设置质量标准', 'Set standards of quality')],
        },
        screen('SDNPowerAdmin.SDNPeakPage', '高峰分析', 'Peak analysis'),
        screen('SDNPowerAdmin.AirCtrlEfficiencyAnalysis', '空调能效分析', 'Air conditioning efficiency'),
        screen('SDNPowerAdmin.AirCtrlDataCompare', '空调数据对比', 'Air conditioning compared'),
        screen('SDNPowerAdmin.AirCtrlDataScatter', '空调数据散点', 'Air conditioning scatter'),
        screen('SDNPowerAdmin.AirCtrlDataMonitor', '空调数据监测', 'Air conditioning monitor'),
        screen('SDNPowerAdmin.AirZipEfficiencyAnalysis', '空压能效分析', 'Compressor efficiency'),
        screen('SDNPowerAdmin.AirZipDataMonitor', '空压数据监测', 'Compressor monitor'),
        resourceScreen('keySystem', ALL),
        screen('SDNPowerAdmin.SDNPowerRankPage', '用能排名', 'Energy ranking'),
        screen('SDNPowerAdmin.SDNPowerFlowPage', '能流分析', 'Energy flow'),
        screen('SDNPowerAdmin.SDNStatementStatistics', '报表统计', 'Statement'),
        screen('SDNPowerAdmin.SDNDemandGuard', '需量监控', 'Demand guard'),
        screen('SDNPowerAdmin.SDNCoulometryChargeAnalysis', '电量电费分析', 'Charge analysis'),
        screen('SDNPowerAdmin.SDNEnergyTrend', '用能趋势', 'Energy trends'),
        screen('SDNPowerAdmin.SDNCoefficient', '折标与碳系数', 'Coal and carbon factors'),
        resourceScreen('unitConfig', ALL),
        screen('SDNPowerAdmin.SDNStandardAnalysis', '单耗对标', 'Unit consumption against norms'),
        resourceScreen('costBenefit', ALL),
        screen('SDNPowerAdmin.ClassConsumption', '班次用能', 'Energy by shift'),
        resourceScreen('energyReport', ALL),
        screen('SDNPowerAdmin.SDNPowerReport', '报表查阅', 'Reports made'),
        {
          funCode: 'SDNPowerAdmin.SDNDataInput',
          name: { zh: '数据录入', en: 'Data input' },
          type: 'screen',
          url: '/SDNPowerAdmin/SDNDataInput',
          enterprise: true,
          children: [
            button('dataInput.add', '录入', 'Enter'),
            button('dataInput.import', '导入', 'Import'),
            button('dataInput.del', '撤销', 'Undo'),
            button('dataInput.statistics', '运行统计', 'Run statistics'),
          ],
        },
      ],
    },
    {
      funCode: 'SDNPowerStatistic',
      name: { zh: '用能统计', en: 'Statistics' },
      type: 'group',
      icon: 'chart',
      enterprise: true,
      children: [
        screen('SDNPowerStatistic.Overview', '统计总览', 'Overview of statistics'),
        screen('SDNPowerStatistic.Enterprise', '企业统计', 'By enterprise'),
        screen('SDNPowerStatistic.Procedure', '工序统计', 'By procedure'),
        screen('SDNPowerStatistic.Classify', '分类统计', 'By energy'),
        screen('SDNPowerStatistic.Team', '班组统计', 'By team'),
        screen('SDNPowerStatistic.Production', '产量统计', 'Production'),
        screen('SDNPowerStatistic.Report', '统计报表', 'Statistics report'),
      ],
    },
    {
      funCode: 'SDNStatisticsCfg',
      name: { zh: '统计配置', en: 'Statistics settings' },
      type: 'group',
      icon: 'setting',
      enterprise: true,
      children: [
        screen('SDNStatisticsCfg.CalculateCfg', '计算配置', 'What is counted'),
        screen('SDNStatisticsCfg.DisplayCfg', '显示配置', 'What is shown'),
        screen('SDNStatisticsCfg.FormsCfg', '报表配置', 'What is reported'),
        screen('SDNStatisticsCfg.AnalysisCfg', '分析配置', 'What is compared'),
        resourceScreen('statisticsCfg', ALL),
      ],
    },
    {
      funCode: 'SDNPowerPrice',
      name: { zh: '电价与电费', en: 'Prices and bills' },
      type: 'group',
      icon: 'price',
      enterprise: true,
      children: [
        {
          ...screen('SDNPowerAudit.SDNPowerBill', '电费账单', 'Electricity bill'),
          children: [button('price.bill.issue', '出账', 'Issue bills')],
        },
        resourceScreen('priceScheme', ALL),
        resourceScreen('priceAgreement', ALL),
        resourceScreen('priceVersion', ALL),
        resourceScreen('priceMarket', ALL),
        resourceScreen('priceParameter', ALL),
        resourceScreen('priceInvoice', ALL),
        resourceScreen('demandGuard', ALL),
      ],
    },
    {
      funCode: 'SDNArchive',
      name: { zh: '计量档案', en: 'Metering archive' },
      type: 'group',
      icon: 'report',
      enterprise: true,
      children: [
        screen('Archive.Overview', '档案总览', 'Archive overview'),
        screen('Archive.VerificationCalendar', '检定日历', 'Verification calendar'),
        ...tabGroups(),
      ],
    },
    {
      funCode: 'SDNEquipment',
      name: { zh: '监测档案', en: 'Monitoring archive' },
      type: 'group',
      icon: 'archive',
      enterprise: true,
      children: [
        resourceScreen('monitorSite', ALL),
        resourceScreen('ammeter', ALL),
        {
          funCode: 'archive.ledger.view',
          name: { zh: '表计履历', en: 'Meter life' },
          type: 'screen',
          url: '/SDNEquipment/SDNMeterLife',
          enterprise: true,
          children: [
            button('archive.ledger.add', '新增事件', 'Add events'),
            button('archive.ledger.edit', '编辑事件', 'Edit events'),
            button('archive.ledger.del', '删除事件', 'Delete events'),
          ],
        },
        screen('SDNEquipment.SDNGageNet', '计量网络', 'Metering network'),
        screen('SDNEquipment.SDNGageList', '计量器具平衡清单', 'Meters and balances'),
        screen('SDNEquipment.SDNGasMeter', '气体计量', 'Gas meters'),
        screen('SDNPowerAudit.SDNBalanceNet', '平衡网络', 'Balance network'),
        resourceScreen('orgUnit', ALL),
        screen('SDNEquipment.SDNStationTree', '组织与站点树', 'Units and stations'),
        resourceScreen('orgAmmeter', ALL),
        resourceScreen('monitorObject', ALL),
        resourceScreen('device', ALL),
        resourceScreen('monitorItem', ALL),
        resourceScreen('template', READ),
        resourceScreen('consumerUnit', ALL),
        resourceScreen('monitorSiteContact', ALL),
        resourceScreen('supplier', ALL),
        resourceScreen('iVideoControl', ALL),
        resourceScreen('shootingScheme', ALL),
        resourceScreen('iRemoteControl', ALL),
        resourceScreen('monitorDiagram', ALL),
        resourceScreen('orgFile', ALL),
        {
          funCode: 'SDNEquipment.SDNArchiveData',
          name: { zh: '档案数据表', en: 'Archive tables' },
          type: 'group',
          enterprise: true,
          children: [
            resourceScreen('deviceFile', ALL),
            resourceScreen('deviceExtend', ALL),
            resourceScreen('deviceTrace', ALL),
            resourceScreen('orgExtend', ALL),
            resourceScreen('monitorObjectItem', ALL),
            resourceScreen('ammeterRelation', ALL),
          ],
        },
      ],
    },
    {
      funCode: 'SDNBaseConfig',
      name: { zh: '基础配置', en: 'Base configuration' },
      type: 'group',
      icon: 'setting',
      enterprise: true,
      children: [
        resourceScreen('dataItem', READ),
        resourceScreen('limitSet', ALL),
        resourceScreen('dataClassify', READ),
        resourceScreen('deviceModel', READ),
        resourceScreen('registerMap', READ),
        resourceScreen('deviceModelFile', READ),
        resourceScreen('monitorObjectType', READ),
        resourceScreen('monitorTypeExtend', READ),
        resourceScreen('monitorTypeData', READ),
        resourceScreen('graphEntity', READ),
        resourceScreen('graphEntityParam', READ),
        resourceScreen('unitType', READ),
        resourceScreen('consumerUnitType', READ),
      ],
    },
    {
      funCode: 'SDNCommunication',
      name: { zh: '通信与采集', en: 'Communication' },
      type: 'group',
      icon: 'link',
      enterprise: true,
      children: [
        resourceScreen('gateway', ALL),
        resourceScreen('gatewayMapping', ALL),
        {
          funCode: 'onboarding.import',
          name: { zh: '批量接入表计', en: 'Bring in many meters' },
          type: 'screen',
          url: '/SDNCommunication/SDNOnboarding',
          enterprise: true,
        },
        screen('SDNCommunication.SDNMeterCommunication', '表计通信', 'Meter communication'),
        screen('SDNCommunication.SDNCollectionRateStatistics', '采集率统计', 'Collection rate'),
        screen('SDNCommunication.SDNCommunicationData', '通信数据', 'Communication data'),
        screen('SDNCommunication.SDNNotice', '通知', 'Notices'),
        {
          funCode: 'SDNCommunication.SDNCollector',
          name: { zh: '采集状态', en: 'Collector' },
          type: 'screen',
          url: '/SDNCommunication/SDNCollector',
          enterprise: true,
          children: [button('archive.collectorChannel.readNow', '立即试读', 'Read now')],
        },
        // Hosts are the operator's affair: an enterprise sees its channels and hangs its meters on them.
        resourceScreen('collectorChannel', READ),
        resourceScreen('collectorMeter', ALL),
      ],
    },
    {
      funCode: 'SDNTimeConfig',
      name: { zh: '时段管理', en: 'Tariff periods' },
      type: 'group',
      icon: 'tariff',
      enterprise: true,
      children: [
        resourceScreen('timezone', ALL),
        resourceScreen('holiday', ALL),
        resourceScreen('classConfig', ALL),
      ],
    },
    {
      funCode: 'SDNOperationAdmin',
      name: { zh: '运营管理', en: 'Operation' },
      type: 'group',
      icon: 'setting',
      enterprise: true,
      children: [
        resourceScreen('consumer', READ),
        resourceScreen('group'),
        resourceScreen('consumerEnergyConfig', ALL),
        resourceScreen('energyFactor', READ),
        resourceScreen('coefficient', ALL),
        resourceScreen('grafanaAccount', READ),
        resourceScreen('news'),
      ],
    },
    {
      funCode: 'SDNSysAdmin',
      name: { zh: '系统设置', en: 'Administration' },
      type: 'group',
      icon: 'setting',
      enterprise: true,
      children: [
        resourceScreen('orgEmployee'),
        resourceScreen('orgRole'),
        resourceScreen('fun'),
        {
          funCode: 'sys.permission.view',
          name: { zh: '账号权限', en: 'Rights of an account' },
          type: 'screen',
          url: '/SDNSysAdmin/SDNPermission',
          children: [
            operatorButton('sys.orgFun.view', '查看企业可用功能', 'See the functions of an enterprise'),
            operatorButton('sys.orgFun.edit', '设定企业可用功能', 'Set the functions of an enterprise'),
          ],
        },
        {
          funCode: 'sys.operator.view',
          name: { zh: '运营人员', en: 'Operators' },
          type: 'screen',
          url: '/SDNOperationAdmin/SDNUserAdmin',
          children: [
            operatorButton('sys.operator.import', '导入', 'Import'),
            operatorButton('sys.operator.export', '导出', 'Export'),
          ],
        },
        {
          funCode: 'SDNSysAdmin.SDNDataDictionary',
          name: { zh: '数据字典', en: 'Dictionary' },
          type: 'screen',
          url: '/SDNSysAdmin/SDNDataDictionary',
        },
        systemScreen('adminArea', READ),
        systemScreen('industry', READ),
        {
          funCode: 'SDNSysAdmin.SDNMetricalDataImport',
          name: { zh: '计量数据批量导入', en: 'Import of metering data' },
          type: 'screen',
          url: '/SDNSysAdmin/SDNMetricalDataImport',
        },
        {
          funCode: 'SDNSysAdmin.SDNSystemLogs',
          name: { zh: '系统日志', en: 'System logs' },
          type: 'screen',
          url: '/SDNSysAdmin/SDNSystemLogs',
        },
        screen('SDNSysAdmin.SDNDepartment', '部门', 'Departments'),
        resourceScreen('personInfo', ALL),
        resourceScreen('post', ALL),
        resourceScreen('fileRecord', ALL),
        {
          funCode: 'SDNSysAdmin.SDNSystemData',
          name: { zh: '系统数据表', en: 'System tables' },
          type: 'group',
          children: [
            systemScreen('dictionaryCategory', READ),
            systemScreen('dictionary', READ),
            systemScreen('app'),
            systemScreen('obj'),
            systemScreen('orgRestrict', READ),
            systemScreen('orgConfig', ALL),
            systemScreen('orgRelation', ALL),
            systemScreen('holidayEvent', ALL),
            systemScreen('deviceAuthz', ALL),
            systemScreen('thirdAccount', ALL),
            systemScreen('postReply', ALL),
            systemScreen('operLog', READ),
            systemScreen('accessRecord', READ),
          ],
        },
        {
          funCode: 'workflow.request',
          name: { zh: '流程办理', en: 'Requests' },
          type: 'screen',
          url: '/SDNSysAdmin/SDNWorkflowRequest',
          enterprise: true,
          children: [
            button('workflow.apply', '发起申请', 'Apply'),
            button('workflow.handle', '处理申请', 'Handle requests'),
            {
              funCode: 'workflow.admin',
              name: { zh: '查看并终止全部申请', en: 'See and stop all requests' },
              type: 'button',
            },
          ],
        },
        resourceScreen('workflow'),
        {
          funCode: 'outbox.view',
          name: { zh: '发件箱', en: 'Outbox' },
          type: 'screen',
          url: '/SDNSysAdmin/SDNOutbox',
          children: [
            {
              funCode: 'outbox.edit',
              name: { zh: '重发、取消、测试', en: 'Send again, cancel, test' },
              type: 'button',
            },
          ],
        },
        {
          funCode: 'help.view',
          name: { zh: '帮助', en: 'Help' },
          type: 'screen',
          url: '/SDNUserAdmin/SDNHelp',
          enterprise: true,
          children: [
            { funCode: 'help.edit', name: { zh: '上传资料', en: 'Upload documents' }, type: 'button' },
          ],
        },
        resourceScreen('helpFaq'),
        {
          funCode: 'SDNSysAdmin.Workflow',
          name: { zh: '流程数据表', en: 'Workflow tables' },
          type: 'group',
          children: [
            resourceScreen('workflowNode'),
            resourceScreen('workflowNodeOrg'),
            resourceScreen('workflowNodeField'),
            resourceScreen('workflowParam'),
            resourceScreen('workflowControl'),
            resourceScreen('workflowRequest'),
            resourceScreen('workflowParamData'),
            resourceScreen('workflowProcInfo'),
          ],
        },
      ],
    },
  ],
};

import { ARCHIVE_GROUPS, ARCHIVE_LISTS, ARCHIVE_TABS } from '../archiveTab.ts';
import type { ArchiveGroup, ArchiveTab } from '../archiveTab.ts';
import { ALL, READ, UPLOADED, button, resourceScreen, screen } from './node.ts';
import type { MenuNode } from './node.ts';

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

export const archive: MenuNode = {
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
};

export const equipment: MenuNode = {
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
};

export const baseConfig: MenuNode = {
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
};

export const timeConfig: MenuNode = {
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
};

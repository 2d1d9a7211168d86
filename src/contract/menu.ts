import { ACTIONS, funCodeOf } from './permission.ts';
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
    children: (Object.keys(ACTIONS) as Action[]).map((action) => ({
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

const ALL: readonly Action[] = ['view', 'add', 'edit', 'del', 'import', 'export'];
const READ: readonly Action[] = ['view', 'export'];

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
        {
          funCode: 'SDNMonitoring.Overview',
          name: { zh: '总览', en: 'Overview' },
          type: 'screen',
          url: '/SDNMonitoring/Overview',
          enterprise: true,
        },
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
      ],
    },
    {
      funCode: 'SDNPowerAdmin',
      name: { zh: '用能分析', en: 'Energy analysis' },
      type: 'group',
      icon: 'chart',
      enterprise: true,
      children: [
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
      funCode: 'SDNEquipment',
      name: { zh: '计量档案', en: 'Metering archive' },
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
        resourceScreen('orgUnit', ALL),
        resourceScreen('orgAmmeter', ALL),
        resourceScreen('dataItem', READ),
        resourceScreen('deviceModel', READ),
        resourceScreen('registerMap', READ),
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
      children: [resourceScreen('timezone', ALL), resourceScreen('holiday', ALL)],
    },
    {
      funCode: 'SDNSysAdmin',
      name: { zh: '系统设置', en: 'Administration' },
      type: 'group',
      icon: 'setting',
      enterprise: true,
      children: [
        resourceScreen('consumer', READ),
        resourceScreen('orgEmployee'),
        resourceScreen('orgRole'),
        resourceScreen('fun'),
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

import { ALL, UPLOADED, button, named, resourceScreen, screen, searched, subject, wing } from './node.ts';

const records = resourceScreen('alarmRecord', ALL);
const outputs = resourceScreen('iRemoteControl', ALL);
const workOrders = named(resourceScreen('workOrder', ALL), '工单台账', 'List of work orders');

export const watch = wing('Watch', '告警与监控', 'Alarms and control', 'alert', [
  subject('Watch.Monitor', '实时告警监视', 'Alarm monitor', [
    screen('SDNAlertConfig.SDNRTAlertMonitor', '实时告警监视', 'Alarm monitor'),
  ]),
  subject('Watch.Record', '告警事件与记录', 'Alarm history', [
    screen('SDNEventAlert.SDNEventAlert', '告警事件', 'Alarm events'),
    {
      ...records,
      children: [
        ...(records.children ?? []),
        button('event.alarmRecord.confirm', '确认与处理', 'Confirm and handle'),
        button('event.alarmRecord.shelve', '搁置', 'Shelve'),
      ],
    },
  ]),
  subject('Watch.Rule', '告警配置', 'Alarm configuration', [
    resourceScreen('alarm', ALL),
    resourceScreen('objectAlarm', ALL),
    resourceScreen('signalAlarm', ALL),
    screen('SDNBaseConfig.SDNAlarmCompose', '告警组合', 'Alarm composition'),
    resourceScreen('alertGroup', ALL),
    resourceScreen('alertMember', ALL),
    searched(resourceScreen('alarmParam', ALL)),
    searched(resourceScreen('alarmTrigger', ALL)),
    searched(resourceScreen('objectAlarmParam', ALL)),
    searched(resourceScreen('itemLimit', ALL)),
    screen('SDNAlertConfig.Replay', '规则回放', 'Replay'),
  ]),
  subject('Watch.Linkage', '联动', 'Linkages', [
    resourceScreen('linkageConfig', ALL),
    resourceScreen('linkageRecord', ALL),
    resourceScreen('eventConfig', ALL),
    resourceScreen('eventConfigGrafana', ALL),
    searched(resourceScreen('alarmLinkageControl', ALL)),
    searched(resourceScreen('linkageControlRecord', ALL)),
  ]),
  subject('Watch.WorkOrder', '工单', 'Work orders', [
    screen('SDNWatch.WorkBoard', '工单看板', 'Board of work orders'),
    {
      ...workOrders,
      children: [
        ...(workOrders.children ?? []),
        button('alarm.workOrder.move', '派单、处理、验收', 'Assign, work, accept'),
      ],
    },
    searched(resourceScreen('workOrderPart', ALL)),
    searched(resourceScreen('workOrderFile', UPLOADED)),
  ]),
  subject('Watch.Control', '远程控制', 'Remote control', [
    screen('SDNControl.SDNControlPoint', '控制点', 'Control points'),
    screen('SDNControl.SDNControlApproval', '操作审批', 'Approvals of commands'),
    screen('SDNControl.SDNControlShed', '需量减载', 'Load shedding'),
    screen('SDNControl.SDNControlHistory', '操作历史', 'Command history'),
    screen('SDNControl.SDNControlLinkage', '联动授权', 'Controls by alarms allowed'),
    {
      ...outputs,
      children: [
        ...(outputs.children ?? []),
        button('archive.iRemoteControl.select', '选择与申请', 'Select and ask for'),
        button('archive.iRemoteControl.operate', '执行', 'Operate'),
        button('archive.iRemoteControl.approve', '批准', 'Approve'),
        button('archive.iRemoteControl.tag', '检修挂牌', 'Hang maintenance tags'),
        button('archive.iRemoteControl.wire', '接线设置', 'Set the wiring of outputs'),
      ],
    },
    resourceScreen('controlInterlock', ALL),
    resourceScreen('shedPlan', ALL),
  ]),
  subject('Watch.Camera', '视频监控', 'Video', [
    {
      ...screen('SDNWatch.SDNCamera', '视频监控', 'Video'),
      children: [
        button('archive.iVideoControl.move', '转动与调焦', 'Move cameras'),
        button('archive.cameraClip.keep', '保留与删除录像', 'Keep and delete recordings'),
      ],
    },
  ]),
  subject('Watch.Live', '实时监控', 'Live screens', [
    screen('SDNMonitoring.SiteOverview', '站点总览', 'Sites'),
    screen('SDNMonitoring.MonitoringChart', '监测曲线', 'Curves'),
    screen('SDNMonitoring.SDNEnergy', '实时能耗', 'Live energy'),
    screen('SDNMonitoring.OneLine', '实时一次图', 'One-line diagram'),
    screen('SDNMonitoring.ht2DEditor', '二维图编辑器', 'Diagram editor'),
    screen('SDNMonitoring.Scene3D', '三维场景', '3-D scene'),
    screen('SDNMonitoring.ht3DEditor', '三维图编辑器', '3-D editor'),
    screen('SDNMonitoring.Signal', '信号状态', 'Signals'),
    resourceScreen('signalPoint', ALL),
  ]),
]);

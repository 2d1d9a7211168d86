import type { KeywordTable } from '../keyword.ts';

export const watch: KeywordTable = {
  'SDNAlertConfig.SDNRTAlertMonitor': [
    '值班,报警监视,告警洪水,搁置,未确认,声音',
    'operator, alarm flood, shelve, acknowledge, unacknowledged, sound, standing alarms',
  ],
  'SDNEventAlert.SDNEventAlert': [
    '报警查询,告警统计,批量确认,级别分布,抖动,确认用时',
    'alarm query, alarm statistics, confirm several, chattering, time to confirm, top alarms',
  ],
  'SDNWatch.SDNCamera': [
    '摄像头,监控画面,云台,变倍,聚焦,光圈,快照,录像,回放',
    'camera, CCTV, live picture, pan, tilt, zoom, focus, aperture, snapshot, recording, clip',
  ],
  'SDNMonitoring.OneLine': [
    '接线图,组态画面,单线图,推演,停电分析,时光机,带电着色',
    'single line, mimic, what if, outage, time machine, energised, live diagram',
  ],
  'SDNMonitoring.ht2DEditor': [
    '组态编辑,画图,图元,绑定,从台账生成,一次接线图编辑',
    'draw diagrams, mimic editor, symbols, bindings, generate one-line diagram',
  ],
  'SDNMonitoring.Scene3D': [
    '立体,车间,厂房,漫游,热力图,楼层,剖切,数字孪生',
    'hall, space, heat map, tour, floors, section, digital twin',
  ],
  'SDNMonitoring.ht3DEditor': [
    '三维建模,画厂房,形体,模型上传,glTF,绑定',
    'build a hall, shapes, models, glTF, glb, bind bodies',
  ],
  'SDNMonitoring.Signal': [
    '遥信,开关位置,断路器,合闸,分闸,变位,门禁,运行方式',
    'position, breaker, switch state, relay, door, status, change of state, operations',
  ],
  'archive.signalPoint': [
    '遥信点,开关量,信号点表,DI',
    'digital input, binary input, point list, status point',
  ],
  'SDNControl.SDNControlPoint': [
    '遥控,遥调,合闸,分闸,开关控制,继电器,停机,减载',
    'remote control, switch, relay, breaker, set point, operate',
  ],
  'SDNControl.SDNControlApproval': ['两人操作,监护,审批遥控', 'two persons, approve a command, inbox'],
  'SDNControl.SDNControlHistory': [
    '遥控记录,操作票,返校,报文,谁操作了',
    'command log, who switched, read back, bytes sent',
  ],
  'SDNControl.SDNControlLinkage': [
    '告警联动跳闸,联动控制,自动控制',
    'alarm operates an output, automatic control, allow',
  ],
  'SDNControl.SDNControlShed': [
    '减负荷,甩负荷,错峰,需量控制,限电,自动恢复',
    'shed loads, peak shaving, demand control, curtail, restore loads',
  ],
  'archive.shedPlan': ['可中断负荷,减载次序,错峰预案', 'interruptible loads, shed order, curtailment'],
  'archive.iRemoteControl': [
    '遥控点表,遥调点,继电器,DO,AO,线圈地址',
    'relay list, outputs, coil address, set points',
  ],
  'archive.controlInterlock': ['闭锁,操作条件,五防', 'interlocking, permissive, condition to operate'],
  'event.alarmRecord': ['报警,告警确认,事件记录', 'alarm list, confirm alarms, acknowledge, events'],
  'event.alarm': ['报警规则,越限,阈值', 'threshold, alarm settings, limit rules'],
  'SDNAlertConfig.Replay': [
    '回放,回测,试运行,历史验证,误报,抖动,回差,延时',
    'backtest, try on history, nuisance alarms, chatter, dead band, delay, tuning',
  ],
  'SDNBaseConfig.SDNAlarmCompose': [
    '组合告警,与或条件,多条件,复合告警,条件树',
    'combine rules, and or conditions, n of m, compound alarms, condition tree',
  ],
  'event.signalAlarm': [
    '开关变位告警,跳闸告警,门禁告警',
    'breaker opened, trip, door open, alarms of positions',
  ],
  'event.objectAlarm': ['告警分配,规则绑定', 'assign rules, which meters a rule judges'],
  'alarm.linkageConfig': [
    '短信通知,邮件通知,告警通知,升级',
    'alarm SMS, alarm mail, notification, escalation',
  ],
  'alarm.alertGroup': [
    '通知组,接收人,升级,免打扰',
    'recipients, escalation, quiet hours, who is told of alarms',
  ],
  'alarm.alertMember': ['值班表,轮班,接收人', 'on call, rota, duty roster, recipients'],
  'alarm.linkageRecord': ['通知记录,短信记录', 'notification log, sent messages'],
  'alarm.eventConfig': ['事件配置', 'device event settings'],
  'alarm.eventConfigGrafana': ['Grafana 告警,看板事件', 'Grafana alert, contact point'],
  'event.alarmLinkageControl': ['联动跳闸', 'switch on alarm'],
  'event.linkageControlRecord': ['控制日志', 'control log'],
  'alarm.workOrder': ['维修单,派工', 'repair order, dispatch'],
  'SDNWatch.WorkBoard': ['派单,维修,验收,看板,待办', 'dispatch, repair, kanban, to do, maintenance'],
  'alarm.workOrderPart': ['备品备件,材料', 'spare parts, material'],
  'alarm.workOrderFile': ['维修照片,单据', 'photos of work, papers of work'],
  'SDNMonitoring.SiteOverview': [
    '站点状态,变压器负载,值班联系人,站点地图',
    'site state, transformer load, contacts, plant now',
  ],
  'SDNMonitoring.MonitoringChart': ['曲线,趋势,历史数据,多曲线对比', 'trend, history, curves, limits'],
  'SDNMonitoring.SDNEnergy': ['实时功率,能流,损耗,能耗排名', 'power now, energy now, losses, ranking'],
};

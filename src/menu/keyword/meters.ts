import type { KeywordTable } from '../keyword.ts';

export const meters: KeywordTable = {
  'SDNCommunication.SDNMeterCommunication': [
    '掉线,表计离线,无数据,不通,断线,没数据,表计状态,通讯,在线',
    'meter offline, no data, silent, lost, meter status, online, communication',
  ],
  'archive.ammeter': [
    '电表,水表,气表,热表,计量表计,仪表,表计台账,表号',
    'electricity meter, water meter, gas meter, meter list, meter number',
  ],
  'archive.ledger.view': [
    '换表,倍率,变比,CT,PT,互感器,止码,起码,底数,归零,翻转,拆表,装表',
    'replace meter, meter replacement, CT ratio, PT ratio, CT, PT, multiplier, ratio, factor, rollover, reset, current transformer',
  ],
  'archive.orgAmmeter': ['计量点,分摊,表计归属', 'metering point, meters of a workshop, share of a meter'],
  'archive.ammeterRelation': ['上下级,总分表,父子表', 'main and sub meter, parent meter'],
  'archive.gateway': [
    '网关离线,采集器,集中器,令牌,断网,掉线网关,DTU',
    'gateway offline, concentrator, token, data logger, DTU, MQTT',
  ],
  'archive.gatewayMapping': ['映射,点表,点位,测点对应', 'mapping, point list, data key, tags'],
  'onboarding.import': ['批量建表,批量导入表计,接入,新表接入', 'bulk add meters, meter list upload, onboard'],
  'SDNCommunication.SDNCommunicationData': [
    '报文,原始数据,原始报文,上报数据',
    'messages, raw data, telegrams, payload',
  ],
  'SDNCommunication.SDNCollector': ['采集,Modbus,645,串口,轮询', 'poll, Modbus, DL/T 645, polling, serial'],
  'archive.collectorChannel': ['通道,串口参数,波特率,IP地址', 'channel, baud rate, serial port, IP address'],
  'archive.collectorMeter': ['采集地址,从站,表地址', 'slave address, unit address, polled meters'],
  'SDNCommunication.SDNCollectionRateStatistics': [
    '缺数,缺口,完整率,数据完整性,采集率,补采',
    'gaps, missing data, completeness, coverage, data quality',
  ],
  'SDNPowerAdmin.SDNDataInput': [
    '抄表,补录,导入,手工抄表,录入,人工录入,表底,读数',
    'readings, meter reading, manual entry, import, upload, read meters, enter readings',
  ],
  'SDNSysAdmin.SDNMetricalDataImport': ['多企业导入,批量导数据', 'import for many enterprises'],
  'SDNMonitoring.MeterRepair': [
    '修数据,改数,异常数据,跳变,修正,飞数,数据异常',
    'repair, correct, wrong value, fix data, spike, correction',
  ],
  'SDNMonitoring.FigureChange': [
    '数据变了,变更记录,数值变化',
    'why did a figure change, changes, history of figures',
  ],
  'archive.monitorObject': [
    '配电房,变压器,回路,车间,产线,开关柜',
    'substation, transformer, feeder, line, workshop, switchgear',
  ],
  'archive.device': ['设备,电机,机台,资产,铭牌', 'device, motor, machine, asset, nameplate'],
  'archive.monitorItem': ['测点,监测点,变量', 'measuring point, variable, tag'],
  'archive.template': ['模板,建站模板', 'template'],
  'archive.iVideoControl': ['视频,监控,录像', 'video, CCTV, camera'],
  'archive.shootingScheme': ['抓拍,定时拍照', 'snapshot, photo schedule'],
  'SDNEquipment.SDNGageNet': [
    '一次图,系统图,配电图,接线图',
    'single line, metering diagram, network diagram',
  ],
  'SDNPowerAudit.SDNBalanceNet': [
    '线损,损耗,平衡,差额,偷电,漏水',
    'losses, balance, difference, leak, theft',
  ],
  'SDNEquipment.SDNGageList': [
    '平衡表,一级表,二级表,三级表',
    'balance list, meters by level, losses by level',
  ],
  'SDNEquipment.SDNGasMeter': ['蒸汽,天然气,燃气,压缩空气表', 'steam, natural gas, compressed air meter'],
};

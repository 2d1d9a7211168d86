import { ALL, READ, button, resourceScreen, screen, searched, subject, wing } from './node.ts';

export const meters = wing('Meters', '表计与数据', 'Meters and data', 'meter', [
  subject('Meters.Meter', '表计管理', 'Metering', [
    screen('SDNCommunication.SDNMeterCommunication', '表计通信', 'Meter communication'),
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
    resourceScreen('orgAmmeter', ALL),
    searched(resourceScreen('ammeterRelation', ALL)),
  ]),
  subject('Meters.Gateway', '网关', 'Gateways', [
    resourceScreen('gateway', ALL),
    resourceScreen('gatewayMapping', ALL),
    {
      funCode: 'onboarding.import',
      name: { zh: '批量接入表计', en: 'Connect meters from a list' },
      type: 'screen',
      url: '/SDNCommunication/SDNOnboarding',
      enterprise: true,
    },
    screen('SDNCommunication.SDNCommunicationData', '通信数据', 'Communication data'),
  ]),
  subject('Meters.Collector', '采集', 'Collector', [
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
  ]),
  subject('Meters.Coverage', '采集率统计', 'Collection rate', [
    screen('SDNCommunication.SDNCollectionRateStatistics', '采集率统计', 'Collection rate'),
  ]),
  subject('Meters.Input', '数据录入', 'Data input', [
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
    {
      funCode: 'SDNSysAdmin.SDNMetricalDataImport',
      name: { zh: '计量数据批量导入', en: 'Import of metering data' },
      type: 'screen',
      url: '/SDNSysAdmin/SDNMetricalDataImport',
    },
  ]),
  subject('Meters.Repair', '数据修正', 'Data repair', [
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
    screen('SDNMonitoring.FigureChange', '数值变更', 'Changed figures'),
  ]),
  subject('Meters.Object', '对象与设备', 'Objects and devices', [
    resourceScreen('monitorObject', ALL),
    resourceScreen('device', ALL),
    resourceScreen('monitorItem', ALL),
    resourceScreen('template', READ),
    resourceScreen('iVideoControl', ALL),
    resourceScreen('shootingScheme', ALL),
    searched(resourceScreen('deviceFile', ALL)),
    searched(resourceScreen('deviceExtend', ALL)),
    searched(resourceScreen('deviceTrace', ALL)),
    searched(resourceScreen('monitorObjectItem', ALL)),
  ]),
  subject('Meters.Network', '计量网络', 'Networks', [
    screen('SDNEquipment.SDNGageNet', '计量网络', 'Metering network'),
    screen('SDNEquipment.SDNGasMeter', '气体计量', 'Gas metering'),
    // The same network at other addresses of the specification: they lead to the one screen (decision 129).
    searched(screen('SDNPowerAudit.SDNBalanceNet', '平衡网络', 'Balance network')),
    searched(screen('SDNEquipment.SDNGageList', '计量器具平衡清单', 'Instruments and balances')),
  ]),
]);

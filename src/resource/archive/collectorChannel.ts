import { defineResource } from '#contract/define.ts';
import { choice } from '#field/choice/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A line over which the collector polls meters: one TCP connection, part of a gateway of ours. */
export const collectorChannel = defineResource({
  name: 'collectorChannel',
  area: 'archive',
  label: { zh: '采集通道', en: 'Collector channels' },
  idName: 'collectorChannelId',
  title: 'channelName',
  screen: '/SDNCommunication/SDNCollectorChannel',
  unique: [['consumerId', 'channelName']],
  fields: {
    channelName: text('通道名称', 'Channel name', { max: 60 }),
    channelNameEn: secondName(),
    consumerId: consumerId(),
    gatewayId: reference('所属网关', 'Gateway', 'gateway', {
      help: {
        zh: '读数、拒收与静默记在此网关名下',
        en: 'Readings, rejections and silence are booked under this gateway',
      },
    }),
    protocol: choice(
      '传输方式',
      'Transport',
      {
        1: { zh: 'Modbus TCP', en: 'Modbus TCP' },
        2: { zh: 'Modbus RTU（TCP 透传）', en: 'Modbus RTU over TCP' },
        3: { zh: 'DL/T 645（TCP 透传）', en: 'DL/T 645 over TCP' },
      },
      { initial: '1' },
    ),
    host: text('主机', 'Host', {
      max: 100,
      pattern: /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/,
      help: { zh: 'IP 地址或域名', en: 'IP address or host name' },
    }),
    port: integer('端口', 'Port', { from: 1, to: 65_535, initial: 502, plain: true }),
    intervalSeconds: integer('采集间隔', 'Interval', { from: 1, to: 86_400, unit: 's', initial: 60 }),
    timeoutMs: integer('超时', 'Time-out', { from: 100, to: 30_000, unit: 'ms', initial: 3000 }),
    relays: flag('允许拉合闸', 'Relays allowed', {
      initial: false,
      hidden: true,
      help: {
        zh: 'DL/T 645 表计的继电器可经此通道拉闸与合闸；由运维人员开启',
        en: 'The relays of DL/T 645 meters may be switched over it; operators allow it',
      },
    }),
    state: state(),
    remark: remark(),
  },
});

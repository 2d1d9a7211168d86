import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

const address = (zh: string, en: string) =>
  optional(
    text(zh, en, {
      max: 10,
      hidden: true,
      pattern: /^(\d{1,5}|0[xX][0-9A-Fa-f]{1,4})$/,
      help: { zh: '从 0 起的地址，如 16 或 0x10', en: 'The address from 0, such as 16 or 0x10' },
    }),
  );

const word = (zh: string, en: string) =>
  optional(
    integer(zh, en, {
      from: 0,
      to: 65_535,
      plain: true,
      hidden: true,
      help: { zh: '不填：合为 1，分为 0', en: 'Empty: 1 for on, 0 for off' },
    }),
  );

const value = (zh: string, en: string) =>
  optional(decimal(zh, en, { from: -1e9, to: 1e9, decimals: 4, hidden: true }));

/**
 * An output of a site that can be switched or set, how it is told so, and how its position is read back (watch.md
 * section 4). Without a way out it is a point that is not wired: it is shown and cannot be operated.
 */
export const iRemoteControl = defineResource({
  name: 'iRemoteControl',
  area: 'archive',
  label: { zh: '遥控点', en: 'Remote outputs' },
  idName: 'iRemoteControlId',
  title: 'controlName',
  screen: '/SDNEquipment/SDNRemoteControl',
  unique: [['consumerId', 'controlCode']],
  fields: {
    controlName: text('遥控点名称', 'Output', { max: 60 }),
    controlNameEn: secondName(),
    controlCode: text('遥控点编号', 'Output number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    objectId: optional(reference('监测对象', 'Object', 'monitorObject')),
    controlType: choice(
      '类型',
      'Kind',
      {
        1: { zh: '继电器', en: 'Relay' },
        2: { zh: '物联网属性', en: 'IoT property' },
      },
      { initial: '1' },
    ),
    operateType: choice(
      '操作方式',
      'Operation',
      {
        1: { zh: '遥控（合、分）', en: 'Switched on and off' },
        2: { zh: '遥调（设定数值）', en: 'Set to a value' },
      },
      { initial: '1' },
    ),
    ammeterId: optional(
      reference('表计', 'Meter', 'ammeter', {
        help: {
          zh: '量此负荷的表计：用于核实减负荷',
          en: 'The meter of the load: what was shed is verified by it',
        },
      }),
    ),
    monitorItemId: optional(reference('监测项', 'Monitored value', 'monitorItem', { hidden: true })),
    relayNumber: optional(integer('继电器路号', 'Relay', { from: 1, to: 64 })),
    way: optional(
      choice('下发方式', 'Way out', {
        1: { zh: 'Modbus 采集通道', en: 'Modbus, by a collector channel' },
        2: { zh: '网关远程调用', en: 'Call of a gateway' },
        3: { zh: 'DL/T 645 表计继电器', en: 'Relay of a DL/T 645 meter' },
      }),
    ),
    channelId: optional(reference('采集通道', 'Channel', 'collectorChannel', { hidden: true })),
    unitAddress: optional(
      integer('从站地址', 'Unit address', { from: 0, to: 255, plain: true, hidden: true }),
    ),
    writeFunction: optional(
      choice(
        '写功能码',
        'Function that writes',
        {
          5: { zh: '05 写单个线圈', en: '05 one coil' },
          6: { zh: '06 写单个寄存器', en: '06 one register' },
          15: { zh: '15 写多个线圈', en: '15 coils' },
          16: { zh: '16 写多个寄存器', en: '16 registers' },
        },
        { hidden: true },
      ),
    ),
    writeAddress: address('写地址', 'Address written'),
    onValue: word('合值', 'Value of on'),
    offValue: word('分值', 'Value of off'),
    valueType: optional(
      choice(
        '数值类型',
        'Type of value',
        {
          u16: { zh: '16 位无符号', en: 'u16' },
          s16: { zh: '16 位有符号', en: 's16' },
          u32: { zh: '32 位无符号', en: 'u32' },
          s32: { zh: '32 位有符号', en: 's32' },
          f32: { zh: '32 位浮点', en: 'f32' },
        },
        { hidden: true },
      ),
    ),
    scale: optional(
      decimal('倍率', 'Scale', {
        from: 1e-6,
        to: 1e6,
        decimals: 6,
        hidden: true,
        help: { zh: '数值 = 寄存器 × 倍率；不填为 1', en: 'Value = register × scale; empty means 1' },
      }),
    ),
    readFunction: optional(
      choice(
        '返校功能码',
        'Function that reads back',
        {
          1: { zh: '01 线圈', en: '01 coils' },
          2: { zh: '02 离散输入', en: '02 discrete inputs' },
          3: { zh: '03 保持寄存器', en: '03 holding registers' },
          4: { zh: '04 输入寄存器', en: '04 input registers' },
        },
        { hidden: true },
      ),
    ),
    readAddress: address('返校地址', 'Address read back'),
    meterAddress: optional(
      text('表地址', 'Address of the meter', {
        max: 12,
        hidden: true,
        pattern: /^\d{1,12}$/,
        help: {
          zh: 'DL/T 645：12 位表地址，不足前面补 0',
          en: 'DL/T 645: the 12 digits of the meter, zeros in front may be left out',
        },
      }),
    ),
    passwordLevel: optional(
      integer('密码等级', 'Level of the password', {
        from: 0,
        to: 9,
        plain: true,
        hidden: true,
        help: { zh: 'PA，不填为 2', en: 'PA; empty means 2' },
      }),
    ),
    operatorCode: optional(
      text('操作者代码', 'Operator code', {
        max: 8,
        hidden: true,
        pattern: /^\d{1,8}$/,
        help: { zh: '至多 8 位数字，不足前面补 0', en: 'Up to 8 digits, zeros in front may be left out' },
      }),
    ),
    closing: optional(
      choice(
        '合闸方式',
        'Closing',
        {
          1: { zh: '直接合闸（1C）', en: 'Closes (1C)' },
          2: { zh: '合闸允许（1B，现场按键）', en: 'Permits to close (1B, somebody presses the key)' },
        },
        { hidden: true },
      ),
    ),
    secretSet: optional(flag('已设表计密码', 'Password of the meter set', { readOnly: true, hidden: true })),
    gatewayId: optional(reference('网关', 'Gateway', 'gateway', { hidden: true })),
    iotId: optional(
      text('物联网设备', 'IoT device', {
        max: 60,
        hidden: true,
        help: {
          zh: '网关之下的设备名称；设备自己直接连接（v1/devices/me/rpc）时不填',
          en: 'The name of the device behind the gateway; empty where it is connected itself (v1/devices/me/rpc)',
        },
      }),
    ),
    identifier: optional(text('属性标识', 'Property', { max: 60, hidden: true })),
    signalPointId: optional(
      reference('位置信号', 'Position signal', 'signalPoint', {
        hidden: true,
        help: {
          zh: '返校所看的信号点；网关下发时必填。其状态名称用于合与分',
          en: 'The signal point read back; needed with a gateway. Its words are those of on and off',
        },
      }),
    ),
    minimum: value('最小值', 'Least'),
    maximum: value('最大值', 'Most'),
    step: optional(decimal('步长', 'Step', { from: 0.0001, to: 1e9, decimals: 4, hidden: true })),
    unit: optional(text('单位', 'Unit', { max: 12, hidden: true })),
    verifySeconds: integer('返校时限', 'Read back within', { from: 2, to: 60, unit: 's', initial: 5, hidden: true }), // prettier-ignore
    twoPersons: flag('两人操作', 'Two persons', {
      initial: false,
      help: {
        zh: '须由申请人以外的人批准',
        en: 'Somebody else than the applicant must approve',
      },
    }),
    direct: flag('可直接执行', 'In one call', {
      initial: false,
      hidden: true,
      help: {
        zh: '接口一次调用即选择并执行；否则先选择再执行',
        en: 'One call selects and operates it; else it is selected first',
      },
    }),
    minimumOff: optional(
      integer('最短停运', 'Minimum time off', { from: 1, to: 86_400, unit: 's', hidden: true }),
    ),
    shedPriority: optional(
      integer('减载次序', 'Shed order', {
        from: 1,
        to: 99,
        hidden: true,
        help: { zh: '1 最先减；不填不参与减载', en: '1 is shed first; empty is never shed' },
      }),
    ),
    shedPower: optional(
      decimal('承诺减负荷', 'Promised power', { from: 0, to: 1e6, decimals: 2, unit: 'kW', hidden: true }),
    ),
    state: state(),
    remark: remark(),
  },
});

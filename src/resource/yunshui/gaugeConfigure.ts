import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { code } from '#field/code/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';
import { ITEMS, MEASURED } from './codeList.ts';
import { currentState } from './field.ts';

/** Qualified or not at the last verification. */
export const alignState = () =>
  choice(
    '检定状态',
    'Verification state',
    { 1: { zh: '合格', en: 'Qualified' }, 0: { zh: '不合格', en: 'Unqualified' } },
    { initial: '1' },
  );

export const alignCycle = () =>
  integer('检定周期（月）', 'Verification cycle (months)', { from: 1, to: 240 });

/** Meters as they are audited (tab 16): where they are, what they report into, when they are verified. */
export const gaugeConfigure = defineResource({
  name: 'gaugeConfigure',
  area: 'yunshui',
  label: { zh: '计量器具', en: 'Instruments' },
  idName: 'gaugeConfigureId',
  title: 'meterName',
  large: true,
  unique: [['consumerId', 'serNo']],
  screen: '/Archive/gaugeConfigure',
  fields: {
    meterName: text('器具名称', 'Meter', { max: 50 }),
    meterNameEn: secondName(),
    consumerId: consumerId(),
    gaugeCode: optional(text('器具编码', 'Meter code', { max: 30, hidden: true })),
    serNo: text('出厂编号', 'Serial number', { max: 30 }),
    alignState: alignState(),
    nextAlignDate: optional(
      date('下次检定日期', 'Next verification', {
        ahead: true,
        help: { zh: '留空则按检定周期推算', en: 'Empty: by the verification cycle' },
      }),
    ),
    manageNo: optional(text('管理编号', 'Management number', { max: 30 })),
    barCode: optional(text('条形码', 'Bar code', { max: 30, hidden: true })),
    meterType: code('器具类型', 'Meter type', 'meterType', { max: 8 }),
    meterLevel: choice('计量级别', 'Metering level', {
      1: { zh: '进出用能单位', en: 'In and out of the unit' },
      2: { zh: '主要次级用能单位', en: 'Main secondary unit' },
      3: { zh: '主要用能设备', en: 'Main energy device' },
    }),
    paramsType: choice(
      '计量对象类别',
      'Kind of energy',
      {
        '01': { zh: '一次能源', en: 'Primary energy' },
        '02': { zh: '二次能源', en: 'Secondary energy' },
        '03': { zh: '耗能工质', en: 'Energy-carrying medium' },
        '04': { zh: '非能源类产品', en: 'Non-energy product' },
        21: { zh: '企业自定义物料', en: 'Enterprise-defined material' },
      },
      { initial: '02', hidden: true },
    ),
    params: code('计量参数', 'Measured', MEASURED, { max: 4 }),
    dataCode: code('数据采集项', 'Collection item', ITEMS, { max: 18, hidden: true }),
    reportArithmetic: choice(
      '上报算法',
      'Enters the report by',
      {
        1: { zh: '加', en: 'Add' },
        2: { zh: '减', en: 'Subtract' },
        3: { zh: '乘', en: 'Multiply' },
        4: { zh: '除', en: 'Divide' },
      },
      { initial: '1', hidden: true },
    ),
    reportRatio: decimal('上报比例', 'Share in the report', {
      from: 0,
      to: 999_999,
      decimals: 6,
      initial: 1,
      hidden: true,
    }),
    ammeterId: optional(
      reference('平台表计', 'Meter of the platform', 'ammeter', {
        help: {
          zh: '关联后，更换记录写入表计履历并影响用量',
          en: 'With it, replacements go into the life of the meter and change consumption',
        },
      }),
    ),
    manufacturer: text('生产厂家', 'Manufacturer', { max: 50, hidden: true }),
    model: text('规格型号', 'Model', { max: 50 }),
    precisionLevel: text('准确度等级', 'Accuracy class', { max: 30 }),
    ranges: text('测量范围', 'Range', { max: 50, hidden: true }),
    alignCycle: alignCycle(),
    lastAlignDate: date('最近检定日期', 'Last verified'),
    alignOrg: text('检定机构', 'Verifying body', { max: 50, hidden: true }),
    unAlignReason: optional(
      text('未检定原因', 'Why not verified', {
        max: 100,
        hidden: true,
        help: { zh: '不合格时必填', en: 'Required where the meter is unqualified' },
      }),
    ),
    location: text('安装地点', 'Location', { max: 50 }),
    installer: choice(
      '安装方',
      'Installed by',
      {
        1: { zh: '用能单位', en: 'The energy user' },
        2: { zh: '能源供应单位', en: 'Energy supplier' },
        3: { zh: '第三方公司', en: 'Third-party company' },
      },
      { initial: '1', hidden: true },
    ),
    installTime: date('安装日期', 'Installed on', { hidden: true }),
    linkSys: choice(
      '接入系统',
      'Linked system',
      {
        '01': { zh: '企业自有管理系统', en: "The enterprise's own system" },
        '02': { zh: '能源供应单位系统', en: "The energy supplier's system" },
      },
      { initial: '01', hidden: true },
    ),
    currentState: currentState(),
    stateChangeTime: optional(date('状态变更日期', 'Condition since', { hidden: true })),
    remark: remark(),
  },
});

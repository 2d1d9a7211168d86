import { defineResource } from '#contract/define.ts';
import { energyTypeOptions } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

const norm = (zh: string, en: string) =>
  optional(
    decimal(zh, en, {
      from: 0,
      decimals: 6,
      help: { zh: '单位同单耗：能源单位/产品单位', en: 'In the unit of the consumption: energy per product' },
    }),
  );

/** Energy for each unit of a product, from a date on, with the norms that it is held against. */
export const unitConfig = defineResource({
  name: 'unitConfig',
  area: 'archive',
  label: { zh: '单耗配置', en: 'Unit consumption' },
  idName: 'unitConfigId',
  title: 'unitConfigName',
  screen: '/SDNPowerAdmin/SDNUnitConfig',
  unique: [['consumerId', 'unitConfigName']],
  fields: {
    unitConfigName: text('单耗名称', 'Unit consumption', { max: 60 }),
    unitConfigNameEn: secondName(),
    consumerId: consumerId(),
    orgId: reference('用能对象', 'Object', 'org', {
      help: { zh: '其用能量为分子', en: 'Its energy is what is divided' },
    }),
    energyBy: choice(
      '能源',
      'Energy',
      { 0: { zh: '综合能耗（kgce）', en: 'Comprehensive energy (kgce)' }, ...energyTypeOptions },
      { initial: '0' },
    ),
    productName: text('产品', 'Product', { max: 60 }),
    productNameEn: optional(text('产品英文名称', 'Product in English', { max: 120, hidden: true })),
    productUnit: text('产品单位', 'Unit of the product', { max: 20, initial: 't' }),
    productBy: choice(
      '产量来源',
      'Product known by',
      {
        1: { zh: '成本效益录入的产量', en: 'Output entered with costs' },
        2: { zh: '产量表计', en: 'A meter of output' },
      },
      { initial: '1' },
    ),
    ammeterId: optional(reference('产量表计', 'Meter of output', 'ammeter')),
    normLimit: norm('限定值', 'Limit'),
    normAccess: norm('准入值', 'Entry'),
    normAdvanced: norm('先进值', 'Advanced'),
    target: norm('企业目标', 'Own target'),
    normSource: optional(text('定额依据', 'Source of the norm', { max: 120 })),
    validFrom: optional(date('定额生效日期', 'Norm valid from', { ahead: true })),
    state: state(),
    remark: remark(),
  },
});

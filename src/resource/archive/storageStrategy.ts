import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { planCurveShape, STRATEGY_DAYS, ZERO_POINTS } from '#contract/plan.ts';
import { choice } from '#field/choice/contract.ts';
import { choices } from '#field/choices/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

const MONTHS = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [i + 1, { zh: `${i + 1} 月`, en: `Month ${i + 1}` }]),
);

/** A curve of 96 points that a storage station runs on days of a kind: what plans are made from. */
export const storageStrategy = defineResource({
  name: 'storageStrategy',
  area: 'archive',
  also: ['sdata/storageStrategy'],
  label: { zh: '储能策略', en: 'Storage strategies' },
  idName: 'strategyId',
  title: 'strategyName',
  unique: [['stationId', 'strategyName']],
  needs: 'storageStation',
  screen: '/SDNGuangchuchong/Strategy',
  fields: {
    strategyName: text('策略名称', 'Strategy', { max: 60 }),
    strategyNameEn: secondName(),
    consumerId: consumerId(),
    stationId: reference('储能电站', 'Storage station', 'storageStation'),
    dayType: choice('适用日', 'Days', STRATEGY_DAYS, { initial: 'any' }),
    months: optional(
      choices('适用月份', 'Months', MONTHS, { whenEmpty: { zh: '全年', en: 'The whole year' } }),
    ),
    automatic: flag('自动编制次日草稿', 'Draft for the next day by itself', {
      initial: false,
      help: {
        zh: '每天为次日编制草稿，仍须人工提交、批准与下发',
        en: 'Each day a draft for the next; people still submit, approve and issue it',
      },
    }),
    curve: structure('96 点曲线', 'Curve of 96 points', planCurveShape, {
      initial: { points: ZERO_POINTS },
      hidden: true,
      help: {
        zh: 'kW，放电为正；在“策略与计划”页面编辑',
        en: 'kW, discharging is positive; edited on the page of plans',
      },
    }),
    version: integer('版本', 'Version', { initial: 1, readOnly: true, plain: true }),
    state: state(),
    remark: remark(),
  },
});

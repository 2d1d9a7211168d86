import type { Text } from '#contract/text.ts';
import type { DoubtReason } from '../contract.ts';

/** Why an amount may be another, in words. */
export const DOUBT_LABELS: Readonly<Record<DoubtReason, Text>> = {
  missing: {
    zh: '没有读数，或缺少正向或反向电量：未计入',
    en: 'No reading, or forward or reverse energy is missing: left out',
  },
  doubtful: {
    zh: '插值、推算、冲突或可疑的电量：时段归属可能不同',
    en: 'Interpolated, estimated, conflicting or suspect: it may belong to other periods',
  },
  unpriced: { zh: '没有生效的电价：金额未计入', en: 'No price holds: the amount is left out' },
  noPeriod: { zh: '没有分时时段：按平段计价', en: 'No tariff period holds: at the flat price' },
  reverse: {
    zh: '上网电量未知（并网点电表无反向读数）：未计入',
    en: 'What was fed in is not known (the grid meter tells no reverse energy): left out',
  },
  sessions: {
    zh: '存疑或没有结束的充电记录：服务费未计入',
    en: 'Charging sessions in doubt or without an end: their service fee is left out',
  },
  noCapacity: {
    zh: '需量电价 9 折，而协议没有填写变压器容量：按未折扣计',
    en: 'Demand costs nine tenths for a capacity that is used well, and the agreement states none: at the full price',
  },
  contradiction: {
    zh: '各表电量相互矛盾（负荷为负）：未计入',
    en: 'The meters contradict each other (the load is below zero): left out',
  },
};

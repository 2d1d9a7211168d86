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
  neighbour: {
    zh: '上网电量未知（同一并网点的储能或其他光伏没有读数）：未计入',
    en: 'What was fed in is not known (a battery or other PV behind the same supply has no reading): left out',
  },
  sessions: {
    zh: '存疑或没有结束的充电记录：服务费未计入',
    en: 'Charging sessions in doubt or without an end: their service fee is left out',
  },
  noCapacity: {
    zh: '需量电价 9 折，而协议没有填写变压器容量：按未折扣计',
    en: 'Demand costs nine tenths for a capacity that is used well, and the agreement states none: at the full price',
  },
  demandGap: {
    zh: '并网点或储能电表没有完整读数：需量节省未计入这些刻钟，最大需量可能在其中',
    en: 'Supply or battery is not measured in full: left out of the demand saved, the highest demand may lie there',
  },
  sharedSupply: {
    zh: '同一并网点有多套储能：各自的需量节省以其他储能照常运行计，相加不一定等于共同节省',
    en: 'Several batteries behind one supply: the demand saved by each is with the others running, their sum need not be what they save together',
  },
  contradiction: {
    zh: '各表电量相互矛盾（负荷为负）：未计入',
    en: 'The meters contradict each other (the load is below zero): left out',
  },
};

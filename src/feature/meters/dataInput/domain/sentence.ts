import type { Text } from '#contract/text.ts';
import type { DateFault } from '#domain/cell/date.ts';
import type { MeterFacts } from './meterFacts.ts';
import type { StampFault } from './stamp.ts';

/** Why a date or time is not taken. */
export const DATE_SENTENCES: Readonly<Record<DateFault, Text>> = {
  unreadable: { zh: '不是可读的日期或时间', en: 'This cannot be read as a date or time' },
  noSuchDate: { zh: '没有这个日期或时间', en: 'There is no such date or time' },
  outOfRange: { zh: '年份超出 2000–2099', en: 'The year is outside 2000–2099' },
  offset: {
    zh: '时间自带时区（Z 或 +08:00）：请去掉它，并选择相应的时区（Z 即 UTC）',
    en: 'The time tells its own offset (Z, +08:00): leave it out and choose that zone (UTC for Z)',
  },
};

/** Why a wall clock is no instant. */
export const STAMP_SENTENCES: Readonly<Record<StampFault, Text>> = {
  skipped: {
    zh: '该时区当天没有这个时刻（夏令时跳过）',
    en: 'The clock of the zone skips this time (summer time)',
  },
  twice: {
    zh: '该时区这个时刻出现两次（夏令时结束），无法确定是哪一次',
    en: 'The clock of the zone shows this time twice (end of summer time), and the rows do not say which one is meant',
  },
  offGrid: { zh: '按天的用量应从 00:00 开始', en: 'Energy of a day must begin at 00:00' },
};

/** The other reasons why a row is not taken. */
export const ROW_SENTENCES = {
  noStamp: { zh: '缺少时间', en: 'The time is missing' },
  noConsumer: { zh: '缺少企业编号', en: 'The enterprise code is missing' },
  noMeter: { zh: '缺少表计编号', en: 'The meter code is missing' },
  noCode: { zh: '缺少数据代码', en: 'The data code is missing' },
  noValue: { zh: '缺少数值', en: 'The value is missing' },
  unknownMeter: { zh: '没有这个编号的表计', en: 'There is no meter with this code' },
  severalMeters: {
    zh: '有几块表计的编号只是大小写或全角半角不同，请照原样填写编号',
    en: 'Several meters have this code but for case or width, write it exactly as it is',
  },
  unknownCode: { zh: '没有这个数据代码', en: 'There is no such data code' },
  negativeRegister: { zh: '表底读数不能为负', en: 'A register cannot be negative' },
  negativeEnergy: {
    zh: '用量不能为负；反向电量请使用代码 RP',
    en: 'Energy cannot be negative; use the code RP for reverse energy',
  },
  beforeCommissioned: {
    zh: '早于表计的投运日期',
    en: 'This lies before the commissioning of the meter',
  },
  closed: {
    zh: '该期间的原始读数已转存为文件、用量已定，不再接收数据',
    en: 'The raw readings of this time are in files and its figures are final: nothing is taken',
  },
  future: { zh: '时间在未来', en: 'The time lies in the future' },
} as const satisfies Readonly<Record<string, Text>>;

/** Why an instant (ms) is none that a meter takes values of; null = it is one. */
export function tooEarly(
  { since = -Infinity, closedBefore = -Infinity }: Pick<MeterFacts, 'since' | 'closedBefore'>,
  at: number,
): Text | null {
  if (at < since) return ROW_SENTENCES.beforeCommissioned;
  return at < closedBefore ? ROW_SENTENCES.closed : null;
}

/** Another row of the file says another value for the same meter, code and time. */
export const contradicts = (row: number): Text => ({
  zh: `与第 ${row} 行的数值矛盾`,
  en: `This contradicts row ${row}`,
});

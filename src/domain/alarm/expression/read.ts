import { DATA_CODES } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import { ExpressionError, type ExpressionReason, type Node } from './node.ts';
import { MAX_NODES, parseExpression } from './parse.ts';

const NAMES: ReadonlySet<string> = new Set(DATA_CODES.map(({ code }) => code));

/** An expression over data codes, or why it is none and at which character (1 = the first). */
export type ExpressionReading = { readonly node: Node } | { readonly problem: Text; readonly at: number };

/** Reads an expression over the data codes of readings. */
export function readExpression(text: string): ExpressionReading {
  try {
    return { node: parseExpression(text, (name) => NAMES.has(name)) };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const at = error.at + 1;
    const { zh, en } = REASONS[error.reason](error.word);
    return { problem: { zh: `第 ${at} 个字符：${zh}`, en: `at character ${at}: ${en}` }, at };
  }
}

const REASONS: Readonly<Record<ExpressionReason, (word: string) => Text>> = {
  sign: (word) => ({ zh: `不能使用“${word}”`, en: `“${word}” cannot be used` }),
  unfinished: () => ({ zh: '表达式不完整', en: 'the expression is not finished' }),
  unexpected: (word) => ({ zh: `此处不应有“${word}”`, en: `“${word}” does not belong here` }),
  unknownName: (word) => ({ zh: `没有数据代码“${word}”`, en: `there is no data code “${word}”` }),
  unknownFunction: (word) => ({
    zh: `没有函数“${word}”，可用 abs、min、max、avg、rate`,
    en: `there is no function “${word}”; there are abs, min, max, avg, rate`,
  }),
  arguments: (word) => ({
    zh: `函数“${word}”的参数不对，例如 avg(PZ, 15m)、max(UA, UB)、abs(PZ)`,
    en: `“${word}” is not given what it takes, as in avg(PZ, 15m), max(UA, UB), abs(PZ)`,
  }),
  span: (word) => ({
    zh: `时间窗“${word}”应在 1 秒到 24 小时之间，例如 15m`,
    en: `the window “${word}” must lie between 1 second and 24 hours, as 15m`,
  }),
  number: (word) => ({
    zh: `此处应为数值，而不是时间窗“${word}”`,
    en: `a number belongs here, not the window “${word}”`,
  }),
  truthExpected: () => ({ zh: '应为条件，例如 PZ > 100', en: 'a condition belongs here, as PZ > 100' }),
  numberExpected: () => ({ zh: '应为数值，而不是条件', en: 'a number belongs here, not a condition' }),
  tooLong: () => ({ zh: '表达式过长', en: 'the expression is too long' }),
  tooLarge: () => ({
    zh: `表达式过于复杂，最多 ${MAX_NODES} 个部分`,
    en: `the expression has more than ${MAX_NODES} parts`,
  }),
};

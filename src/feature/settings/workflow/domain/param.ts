import type { Text } from '#contract/text.ts';
import type { ParamType } from '#contract/workflow.ts';

/** One thing to fill in. */
export interface ParamSpec {
  readonly code: string;
  readonly name: Text;
  readonly type: ParamType;
  readonly options: readonly string[];
  readonly required: boolean;
}

export type ParamReading =
  { readonly values: Readonly<Record<string, string>> } | { readonly problem: Text; readonly field: string };

const MAX_LENGTH = 2000;

const WANTED: Readonly<Record<ParamType, (spec: ParamSpec) => Text>> = {
  text: () => ({ zh: `最多 ${MAX_LENGTH} 个字符`, en: `must be at most ${MAX_LENGTH} characters` }),
  integer: () => ({ zh: '应为整数', en: 'must be a whole number' }),
  decimal: () => ({ zh: '应为数字', en: 'must be a number' }),
  date: () => ({ zh: '应为日期，如 2026-01-31', en: 'must be a date such as 2026-01-31' }),
  choice: ({ options }) => ({
    zh: `应为 ${options.join('、')} 之一`,
    en: `must be one of ${options.join(', ')}`,
  }),
  flag: () => ({ zh: '应为 1 或 0', en: 'must be 1 or 0' }),
};

const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

const FITS: Readonly<Record<ParamType, (text: string, spec: ParamSpec) => boolean>> = {
  text: (text) => text.length <= MAX_LENGTH,
  integer: (text) => /^-?\d{1,15}$/.test(text),
  decimal: (text) => /^-?\d{1,15}(\.\d{1,9})?$/.test(text),
  date: isDate,
  choice: (text, { options }) => options.includes(text),
  flag: (text) => text === '0' || text === '1',
};

const asText = (raw: unknown): string =>
  raw === true
    ? '1'
    : raw === false
      ? '0'
      : typeof raw === 'string' || typeof raw === 'number'
        ? String(raw).trim()
        : '';

/** What was filled in, checked against what is asked for; names that are not asked for are refused. */
export function readParams(
  specs: readonly ParamSpec[],
  raw: Readonly<Record<string, unknown>>,
): ParamReading {
  const unknown = Object.keys(raw).find((code) => !specs.some((spec) => spec.code === code));
  if (unknown !== undefined)
    return {
      problem: { zh: `没有名为 ${unknown} 的参数`, en: `There is no parameter named ${unknown}` },
      field: unknown,
    };
  const values: Record<string, string> = {};
  for (const spec of specs) {
    const { code, name } = spec;
    const text = asText(Object.hasOwn(raw, code) ? raw[code] : undefined);
    const about = ({ zh, en }: Text) => ({
      problem: { zh: `${name.zh}：${zh}`, en: `${name.en}: ${en}` },
      field: code,
    });
    if (text === '') {
      if (spec.required) return about({ zh: '必填', en: 'is required' });
    } else if (!FITS[spec.type](text, spec)) return about(WANTED[spec.type](spec));
    else values[code] = text;
  }
  return { values };
}

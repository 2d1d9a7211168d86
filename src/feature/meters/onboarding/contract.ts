import type { Text } from '#contract/text.ts';

/** A column of the list of meters. */
export interface OnboardingColumn {
  readonly key: string;
  readonly header: Text;
  readonly required?: boolean;
  readonly note: Text;
}

const column = (key: string, zh: string, en: string, note: Text, required = false): OnboardingColumn => ({
  key,
  header: { zh, en },
  note,
  required,
});

/** The list by which many meters are brought in at once. */
export const ONBOARDING_COLUMNS = [
  column(
    'ammeterCode',
    '表计编号',
    'Meter code',
    { zh: '必填，企业内唯一', en: 'required, unique in the enterprise' },
    true,
  ),
  column('ammeterName', '表计名称', 'Meter name', { zh: '必填', en: 'required' }, true),
  column(
    'site',
    '站点',
    'Site',
    { zh: '必填，站点名称或编号', en: 'required, name or code of a site' },
    true,
  ),
  column('deviceType', '表计类型', 'Meter type', { zh: '不填：电表', en: 'empty: electricity meter' }),
  column('dataType', '能源类型', 'Energy type', {
    zh: '不填：表计类型的第一种',
    en: 'empty: the first one of the meter type',
  }),
  column('parent', '上级表计', 'Parent meter', {
    zh: '上级表计的编号；可以是本表中前面的行',
    en: 'code of the parent meter; may be a row above',
  }),
  column('intervalSeconds', '采集间隔 (s)', 'Interval (s)', { zh: '不填：900', en: 'empty: 900' }),
  column('ratedPower', '额定功率 (kW)', 'Rated power (kW)', { zh: '数字', en: 'a number' }),
  column('serial', '出厂编号', 'Serial number', { zh: '文本', en: 'a text' }),
  column('ct', 'CT 变比', 'CT ratio', { zh: '不填：1', en: 'empty: 1' }),
  column('pt', 'PT 变比', 'PT ratio', { zh: '不填：1', en: 'empty: 1' }),
  column('registerWidth', '表底整数位数', 'Register width', {
    zh: '小数点前的位数，用于判断表底归零',
    en: 'digits before the point, by which a rollover is known',
  }),
  column('startRegister', '起始表底', 'Start register', {
    zh: '与起始时间一起填写',
    en: 'together with its time',
  }),
  column('startTime', '起始时间', 'Start time', {
    zh: '站点当地时间，如 2026-01-31 08:00',
    en: 'local time of the site, such as 2026-01-31 08:00',
  }),
  column('gateway', '网关', 'Gateway', { zh: '已有网关的名称', en: 'name of a gateway that is there' }),
  column('deviceName', '网关设备名称', 'Device name', {
    zh: '网关上报的名称；不填：表计编号',
    en: 'name that the gateway sends; empty: the meter code',
  }),
  column('remark', '备注', 'Remark', { zh: '文本', en: 'a text' }),
] as const satisfies readonly OnboardingColumn[];

export type OnboardingKey = (typeof ONBOARDING_COLUMNS)[number]['key'];

/** The most meters of one list. */
export const MOST_METERS = 5000;

/** What becomes of a row: a new meter; one of this code is there and is left alone; not taken. */
type OnboardingVerdict = 'new' | 'exists' | 'faulty';

/** A row as it is shown. */
export interface OnboardingRow {
  /** Row number in the file. */
  readonly row: number;
  readonly code: string;
  readonly name: string;
  readonly verdict: OnboardingVerdict;
  /** What the meter gets beside its own row. */
  readonly ledger: boolean;
  readonly mapping: boolean;
  /** Sentences, each with its column. */
  readonly reasons: readonly string[];
}

/** What a dry run found, or what was written. */
export interface OnboardingResult {
  readonly rows: number;
  readonly counts: Readonly<Record<OnboardingVerdict, number>>;
  /** The first 500, faulty ones first. */
  readonly list: readonly OnboardingRow[];
  readonly faultFileId: number | null;
}

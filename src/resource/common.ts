import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';

/** Free remark, hidden by default (255 characters, as in the provincial tables). */
export const remark = (rest: { readonly alias?: string } = {}) =>
  optional(text('备注', 'Remark', { hidden: true, ...rest }));

/** What the row is called in English beside its own name (decision 96): what the field of the title shows then. */
export const secondName = (max = 120) => optional(text('英文名称', 'Name in English', { max, hidden: true }));

/** The same of what the product ships, and in the lengths of the specification. */
export const nameInEnglish = (max = 60) => secondName(max);

/** The id of the account whose name another field of the row keeps as it was written (`signedBy`, decision 96). */
export const signature = (zh: string, en: string) =>
  optional(integer(zh, en, { readOnly: true, hidden: true, plain: true }));

/** The enterprise that owns the row. */
export const consumerId = () => reference('企业', 'Enterprise', 'consumer');

/** In use or not. */
export const state = () =>
  choice(
    '状态',
    'State',
    { 1: { zh: '启用', en: 'In use' }, 0: { zh: '停用', en: 'Out of use' } },
    { initial: '1' },
  );

export const telephone = () =>
  optional(text('电话', 'Telephone', { max: 20, pattern: /^[+\d][\d\s()-]{4,19}$/, hidden: true }));

/** Place among the rows of a list that people arrange. */
export const ix = () => integer('排序', 'Order', { initial: 0, hidden: true });

/** When maximum demand is read and begins anew (domain notes 5.3), in the zone of the site; a site's own where it has one. */
export const settlementDay = (initial?: number) =>
  integer('结算日', 'Settlement day', {
    from: 1,
    to: 28,
    initial,
    hidden: true,
    help: { zh: '最大需量在每月这一天重新开始', en: 'Maximum demand begins anew on this day of the month' },
  });

export const settlementHour = (initial?: number) =>
  integer('结算时刻', 'Settlement hour', { from: 0, to: 23, initial, hidden: true, unit: 'h' });

/** Windows of maximum demand: by how many minutes they move (domain notes 5.3). */
export const DEMAND_WINDOWS = {
  1: { zh: '滑差式，每 1 分钟', en: 'Sliding, every minute' },
  3: { zh: '滑差式，每 3 分钟', en: 'Sliding, every 3 minutes' },
  5: { zh: '滑差式，每 5 分钟', en: 'Sliding, every 5 minutes' },
  15: { zh: '区间式', en: 'Block' },
} as const;

import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { text } from '#field/text/contract.ts';

const NUMBER = /^[+\d][\d\s()-]{4,19}$/;

/** A telephone number of the provincial tables. */
export const phone = (max = 13) => optional(text('电话', 'Telephone', { max, pattern: NUMBER }));

export const fax = () => optional(text('传真', 'Fax', { max: 13, pattern: NUMBER, hidden: true }));

/** A department, by the name that it has among the units of the enterprise. */
export const dept = (max = 20) => optional(text('部门', 'Department', { max, names: 'orgUnit' }));

export const job = (max = 20) => optional(text('职务', 'Position', { max }));

/** Condition of a device or meter. */
export const currentState = () =>
  choice(
    '当前状态',
    'Condition',
    {
      1: { zh: '正常', en: 'Normal' },
      2: { zh: '故障', en: 'Faulty' },
      3: { zh: '停用', en: 'Out of service' },
    },
    { initial: '1' },
  );

/** Two digits of a data code, `00` where nothing is meant. */
export const TWO_DIGITS = /^\d{2}$/;

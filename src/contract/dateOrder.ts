/** Order of the parts of a written date. */
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;

export type DateOrder = (typeof DATE_ORDERS)[number];

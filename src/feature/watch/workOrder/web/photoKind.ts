import type { OrderFile } from '../contract.ts';

/** What a photo or paper of an order shows. */
export const PHOTO_KINDS = ['before', 'after', 'paper', 'other'] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

/** The kind that a file says it is; `other` where it is none of the list. */
export const kindOf = (fileType: OrderFile['fileType']): PhotoKind =>
  PHOTO_KINDS.find((one) => one === fileType) ?? 'other';

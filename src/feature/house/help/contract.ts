import type { Text } from '#contract/text.ts';

/** Kinds of documents. */
export const DOCUMENT_KINDS = {
  manual: { zh: '手册', en: 'Manual' },
  standard: { zh: '标准与规范', en: 'Standards and rules' },
  form: { zh: '表格与模板', en: 'Forms and templates' },
  other: { zh: '其他', en: 'Other' },
} as const satisfies Readonly<Record<string, Text>>;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** A document that everybody may download. */
export interface HelpDocument {
  readonly id: number;
  readonly title: string;
  readonly kind: DocumentKind;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly uploadedBy: string;
  readonly uploadedAt: string;
}

/** A question with its answer, in the language of the asker. */
export interface Faq {
  readonly id: number;
  readonly question: string;
  readonly answer: string;
}

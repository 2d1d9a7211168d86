import type { Text } from './text.ts';

/** Whose people an account belongs to: an enterprise, or who operates the platform for many. */
export const ACCOUNT_TYPES = {
  0: { zh: '企业用户', en: 'Enterprise user' },
  1: { zh: '运营管理员', en: 'Operator' },
} as const satisfies Readonly<Record<string, Text>>;
export type AccountType = `${keyof typeof ACCOUNT_TYPES}`;
export const ACCOUNT = { enterprise: '0', operator: '1' } as const satisfies Readonly<
  Record<string, AccountType>
>;

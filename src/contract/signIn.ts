import * as z from 'zod';
import type { Text } from './text.ts';

/** Who must sign in with a second factor beside the holders of roles that ask for it. */
export const FACTOR_RULES = {
  role: { zh: '仅要求两步验证的角色', en: 'Only holders of roles that ask for it' },
  operators: { zh: '所有运营管理员', en: 'All operators too' },
  all: { zh: '所有账号', en: 'All accounts' },
} as const satisfies Readonly<Record<string, Text>>;

/** The rules of signing in; a value that is not there is the default. */
export const signInRule = z.object({
  secondFactor: z.enum(['role', 'operators', 'all']).default('role'),
  /** A session ends after so long without use. */
  idleMinutes: z.coerce.number().int().min(5).max(10_080).default(720),
  /** A session ends after so long, used or not. */
  lifeHours: z.coerce.number().int().min(1).max(720).default(168),
  /** How long a browser stays signed in whose person asked for it; 0 = no longer than the others. */
  rememberDays: z.coerce.number().int().min(0).max(90).default(14),
});
export type SignInRule = z.output<typeof signInRule>;

/** The code that goes with a password where the account has a second factor: six digits, or a recovery code. */
export const secondCode = () => z.string().max(40).optional();

/** Digits of a code, and the seconds that one lasts (RFC 6238). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** What a refusal says where the password was right and the code is missing. */
export interface CodeWanted {
  readonly secondFactor: 1;
}

/** Answer of `secondFactor/get`. */
export interface FactorState {
  readonly on: boolean;
  /** When it was switched on. */
  readonly since: string | null;
  /** Recovery codes that are not used yet. */
  readonly recoveryLeft: number;
  /** A rule or a role asks for it: it cannot be switched off. */
  readonly required: boolean;
}

/** Answer of `secondFactor/begin`: what an app scans, and the same to be typed. */
export interface FactorDraft {
  readonly address: string;
  readonly secret: string;
}

/** One of the caller's own sessions. */
export interface OwnSession {
  readonly id: number;
  /** As the browser names itself; null where the session is older than the record. */
  readonly browser: string | null;
  readonly ip: string | null;
  readonly begunAt: string;
  readonly usedAt: string;
  readonly endsAt: string;
  readonly way: 'password' | 'openId';
  /** The session that asks. */
  readonly current: boolean;
}

/** What happens to the ways into an account. */
export const ACCOUNT_EVENTS = {
  factorOn: { zh: '开启两步验证', en: 'Second factor switched on' },
  factorOff: { zh: '关闭两步验证', en: 'Second factor switched off' },
  factorReset: { zh: '两步验证被管理员清除', en: 'Second factor removed by an administrator' },
  recoveryNew: { zh: '重新生成恢复码', en: 'New recovery codes' },
  recoveryUsed: { zh: '使用了一个恢复码', en: 'A recovery code was used' },
  passwordChanged: { zh: '修改密码', en: 'Password changed' },
  passwordReset: { zh: '密码被管理员重设', en: 'Password set by an administrator' },
  passwordForgotten: { zh: '凭短信验证码重设密码', en: 'Password set by a code from an SMS' },
  invited: { zh: '被邀请设置密码', en: 'Invited to choose a password' },
  invitationUsed: { zh: '凭邀请设置密码', en: 'Password chosen by an invitation' },
  linked: {
    zh: '首次通过单点登录进入，原密码、会话和邀请已失效',
    en: 'First sign-in by single sign-on; password, sessions and invitation of before have ended',
  },
  addressChanged: { zh: '修改电话或邮箱', en: 'Telephone or e-mail address changed' },
  browserNew: { zh: '在新的浏览器上登录', en: 'Signed in on a new browser' },
} as const satisfies Readonly<Record<string, Text>>;
export type AccountEvent = keyof typeof ACCOUNT_EVENTS;

/** One event of the caller's own account. */
export interface OwnEvent {
  readonly id: number;
  readonly at: string;
  readonly kind: AccountEvent;
  /** Who did it, where that was somebody else. */
  readonly byName: string | null;
  readonly ip: string | null;
  readonly browser: string | null;
}

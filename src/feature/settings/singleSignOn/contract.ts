import type { Text } from '#contract/text.ts';

/** Why a sign-in by the provider did not open a session; each is a sentence for the person before the page. */
export const FAILURES = {
  notConfigured: {
    zh: '未配置单点登录',
    en: 'Single sign-on is not configured',
  },
  providerDown: {
    zh: '身份提供方没有应答，请稍后再试',
    en: 'The identity provider does not answer, try again later',
  },
  providerNonsense: {
    zh: '身份提供方的应答不符合 OpenID Connect，请联系管理员',
    en: 'The identity provider answered against OpenID Connect, tell your administrator',
  },
  providerRefused: {
    zh: '身份提供方拒绝了本次登录',
    en: 'The identity provider refused this sign-in',
  },
  wayOver: {
    zh: '本次登录已过期、已用过，或不是从此浏览器开始的，请重新登录',
    en: 'This sign-in is over, was used already, or began in another browser; begin again',
  },
  wrongToken: {
    zh: '身份提供方的凭证未通过校验，登录被拒绝',
    en: 'What the identity provider vouched for did not stand the checks, the sign-in is refused',
  },
  tooManyGroups: {
    zh: '您所属的组过多，身份提供方没有逐一给出，请联系管理员',
    en: 'You are in so many groups that the identity provider does not list them, tell your administrator',
  },
  noMapping: {
    zh: '您的组在本平台没有对应的企业和角色，请联系管理员',
    en: 'Your groups give you no enterprise and role here, tell your administrator',
  },
  noEnterprise: {
    zh: '映射没有给出企业，默认企业也不存在，请联系管理员',
    en: 'The mapping names no enterprise and there is no default one, tell your administrator',
  },
  nameTaken: {
    zh: '已有同名账号，但未允许与单点登录关联，请联系管理员',
    en: 'There is an account of this name already, and linking it is not allowed; tell your administrator',
  },
  otherEnterprise: {
    zh: '您的账号属于另一家企业，不能由这些组使用，请联系管理员',
    en: 'Your account belongs to another enterprise than your groups, tell your administrator',
  },
  notClear: {
    zh: '有多个账号登记了您的邮箱，无法确定是哪一个，请联系管理员',
    en: 'Several accounts have your e-mail address, so none is taken; tell your administrator',
  },
  linkedElsewhere: {
    zh: '该账号已与身份提供方的另一用户关联，请联系管理员',
    en: 'The account is linked to another user of the identity provider, tell your administrator',
  },
  operator: {
    zh: '平台运营账号只能用密码登录',
    en: 'Operators of the platform log in by password only',
  },
  noSecondFactor: {
    zh: '您的账号须使用两步验证，而身份提供方没有要求；请在那里开启，或用密码登录',
    en: 'Your account needs a second factor, which the identity provider did not ask for: switch it on there, or log in by password',
  },
  accountOff: {
    zh: '您的账号已停用或到期，请联系管理员',
    en: 'Your account is out of use or has expired, tell your administrator',
  },
  enterpriseOff: {
    zh: '您所属的企业已停用，请联系平台运营方',
    en: 'Your enterprise is out of use, speak to the operator of the platform',
  },
} as const satisfies Readonly<Record<string, Text>>;
export type Failure = keyof typeof FAILURES;

/** What the log-in page knows of single sign-on. */
export interface SignOnDoor {
  readonly configured: boolean;
  /** What the button is called; null where there is none. */
  readonly name: Text | null;
  /** Whether user name and password are asked for without being sought. */
  readonly passwordForm: boolean;
}

/** How single sign-on stands, for the operator; never the secret. */
export interface SignOnState {
  readonly configured: boolean;
  readonly issuer: string | null;
  readonly clientId: string | null;
  readonly redirectUri: string | null;
  readonly scopes: string | null;
  readonly groupsClaim: string | null;
  readonly link: 'off' | 'email' | 'userName' | null;
  readonly secondFactor: readonly string[];
  readonly passwordForm: 'show' | 'hide' | null;
  /** Its name where the code of the settings is that of an enterprise. */
  readonly defaultEnterprise: { readonly code: string; readonly name: string | null } | null;
  /** Whether the provider's own description could be read now; `detail` says why not. */
  readonly provider: {
    readonly reached: boolean;
    readonly detail: string | null;
    readonly logout: boolean;
  } | null;
  readonly mappings: number;
  readonly lastAt: string | null;
  readonly lastFailure: {
    readonly at: string;
    readonly reason: string;
    readonly detail: string | null;
  } | null;
}

/** One sign-in as it went; `reason` null = a session was opened. */
export interface SignOnEvent {
  readonly id: string;
  readonly at: string;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly subject: string | null;
  readonly userName: string | null;
  readonly ip: string | null;
}

/** An account that belongs to a user of the provider. */
export interface SignOnLink {
  readonly id: number;
  readonly userName: string;
  readonly name: string;
  readonly consumerName: string | null;
  readonly issuer: string;
  readonly subject: string;
  readonly made: boolean;
  readonly roles: readonly string[];
  readonly linkedAt: string;
  readonly lastAt: string;
}

import { ConfigError } from './configError.ts';

/** Where the provider sends the browser back to: a path of this server. */
export const CALLBACK_PATH = '/singleSignOn';

/** By what an account that is here already is linked at its holder's first sign-in. */
const LINKS = ['off', 'email', 'userName'] as const;
const FORMS = ['show', 'hide'] as const;

/** Sign-in by OpenID Connect. */
export interface SingleSignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address of `CALLBACK_PATH` as it is registered at the provider. */
  readonly redirectUri: string;
  readonly scopes: string;
  /** What the button of the log-in page leads to. */
  readonly name: { readonly zh: string; readonly en: string };
  /** The claim that holds the groups; inner ones by dots. */
  readonly groupsClaim: string;
  /** Code of the enterprise of mappings that name none. */
  readonly defaultEnterprise: string | undefined;
  readonly link: (typeof LINKS)[number];
  /** Values of `amr` or `acr` that say that the provider asked for a second factor. */
  readonly secondFactor: ReadonlySet<string>;
  /** `hide`: the log-in page shows user name and password at `?local=1` only. */
  readonly passwordForm: (typeof FORMS)[number];
}

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_REDIRECT_URI'] as const;
const OTHERS = [
  'OIDC_SCOPES',
  'OIDC_NAME_ZH',
  'OIDC_NAME_EN',
  'OIDC_GROUPS_CLAIM',
  'OIDC_DEFAULT_ENTERPRISE',
  'OIDC_LINK',
  'OIDC_SECOND_FACTOR',
  'OIDC_PASSWORD_FORM',
] as const;
const ALL: readonly string[] = [...NEEDED, ...OTHERS];

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;
const FACTOR = /^(amr|acr):\S+$/;
const NAME_LENGTH = 40;

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the settings `OIDC_…`; null where there are none. Values are not repeated in messages. @throws ConfigError */
export function readSingleSignOnConfig(env: Env): SingleSignOnConfig | null {
  const given = new Map(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('OIDC_') && value?.trim() ? [[name, value.trim()] as const] : [],
    ),
  );
  if (given.size === 0) return null;
  const unknown = [...given.keys()].find((name) => !ALL.includes(name));
  if (unknown !== undefined) throw new ConfigError(`${unknown} is no setting; there are ${ALL.join(', ')}.`);
  const missing = NEEDED.filter((name) => !given.has(name));
  if (missing.length > 0)
    throw new ConfigError(
      `Single sign-on is half configured: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing. ` +
        `It needs ${NEEDED.join(', ')}, or no setting OIDC_… at all.`,
    );
  const [issuer = '', clientId = '', clientSecret = '', redirectUri = ''] = NEEDED.map((name) =>
    given.get(name),
  );
  checkIssuer(issuer);
  checkRedirect(redirectUri);
  const scopes = (given.get('OIDC_SCOPES') ?? 'openid profile email').replaceAll(/[\s,]+/g, ' ');
  if (!SCOPE.test(scopes) || !scopes.split(' ').includes('openid'))
    throw new ConfigError('OIDC_SCOPES must be a list of scopes with openid among them.');
  const [zh, en] = [given.get('OIDC_NAME_ZH'), given.get('OIDC_NAME_EN')];
  if ([zh, en].some((name) => name !== undefined && name.length > NAME_LENGTH))
    throw new ConfigError(`OIDC_NAME_ZH and OIDC_NAME_EN have at most ${NAME_LENGTH} characters.`);
  const factors = (given.get('OIDC_SECOND_FACTOR') ?? '').split(/[\s,]+/).filter(Boolean);
  if (factors.some((one) => !FACTOR.test(one)))
    throw new ConfigError('OIDC_SECOND_FACTOR must be a list of amr:value or acr:value.');
  return {
    issuer,
    clientId,
    clientSecret,
    redirectUri,
    scopes,
    name: { zh: zh ?? en ?? '单点登录', en: en ?? zh ?? 'single sign-on' },
    groupsClaim: given.get('OIDC_GROUPS_CLAIM') ?? 'groups',
    defaultEnterprise: given.get('OIDC_DEFAULT_ENTERPRISE'),
    link: oneOf('OIDC_LINK', given.get('OIDC_LINK'), LINKS, 'off'),
    secondFactor: new Set(factors),
    passwordForm: oneOf('OIDC_PASSWORD_FORM', given.get('OIDC_PASSWORD_FORM'), FORMS, 'show'),
  };
}

/** Whether plain HTTP is spoken: on this machine alone. */
export const isPlainLoopback = (address: string): boolean => {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && LOOPBACK.test(url.hostname);
};

function isSafe(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')
    return false;
  return url.protocol === 'https:' || isPlainLoopback(address);
}

function checkIssuer(issuer: string): void {
  if (!isSafe(issuer) || issuer.includes('/.well-known/'))
    throw new ConfigError(
      'OIDC_ISSUER must be the issuer as the provider writes it: https://…, without a query and without ' +
        '/.well-known/openid-configuration (http:// only on this machine).',
    );
}

function checkRedirect(redirectUri: string): void {
  if (!isSafe(redirectUri) || new URL(redirectUri).pathname !== CALLBACK_PATH)
    throw new ConfigError(
      `OIDC_REDIRECT_URI must be the address of this product with the path ${CALLBACK_PATH}: ` +
        `https://energy.example.com${CALLBACK_PATH} (http:// only on this machine).`,
    );
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  values: readonly T[],
  otherwise: T,
): T {
  if (value === undefined) return otherwise;
  const found = values.find((one) => one === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}.`);
  return found;
}

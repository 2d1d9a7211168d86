import { expect, test } from 'vitest';
import { readSingleSignOnConfig } from './singleSignOnConfig.ts';

const needed = {
  OIDC_ISSUER: 'https://id.example.com/realms/works',
  OIDC_CLIENT_ID: 'meterhouse',
  OIDC_CLIENT_SECRET: 'a secret that nobody may read',
  OIDC_REDIRECT_URI: 'https://energy.example.com/singleSignOn',
};

test('single sign-on is off, or on with what it needs', () => {
  expect(readSingleSignOnConfig({ PORT: '1', OIDC_ISSUER: ' ' })).toBeNull();
  expect(readSingleSignOnConfig(needed)).toEqual({
    issuer: needed.OIDC_ISSUER,
    clientId: 'meterhouse',
    clientSecret: needed.OIDC_CLIENT_SECRET,
    redirectUri: needed.OIDC_REDIRECT_URI,
    scopes: 'openid profile email',
    name: { zh: '单点登录', en: 'single sign-on' },
    groupsClaim: 'groups',
    defaultEnterprise: undefined,
    link: 'off',
    secondFactor: new Set(),
    passwordForm: 'show',
  });
  expect(
    readSingleSignOnConfig({
      ...needed,
      OIDC_SCOPES: 'openid, groups',
      OIDC_NAME_ZH: '集团统一认证',
      OIDC_SECOND_FACTOR: 'amr:mfa acr:urn:two',
      OIDC_LINK: 'email',
    }),
  ).toMatchObject({
    scopes: 'openid groups',
    name: { zh: '集团统一认证', en: '集团统一认证' },
    secondFactor: new Set(['amr:mfa', 'acr:urn:two']),
    link: 'email',
  });
});

test.each([
  [{ OIDC_CLIENT_SECRET: '' }, 'half configured: OIDC_CLIENT_SECRET is missing'],
  [{ OIDC_CLIENT_ID: '', OIDC_REDIRECT_URI: '' }, 'OIDC_CLIENT_ID, OIDC_REDIRECT_URI are missing'],
  [{ OIDC_SECRET: 'x' }, 'OIDC_SECRET is no setting'],
  [{ OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER must be'],
  [{ OIDC_ISSUER: 'https://id.example.com/.well-known/openid-configuration' }, 'OIDC_ISSUER must be'],
  [{ OIDC_REDIRECT_URI: 'https://energy.example.com/' }, 'OIDC_REDIRECT_URI must be'],
  [{ OIDC_REDIRECT_URI: 'http://energy.example.com/singleSignOn' }, 'OIDC_REDIRECT_URI must be'],
  [{ OIDC_SCOPES: 'profile' }, 'with openid among them'],
  [{ OIDC_LINK: 'name' }, 'OIDC_LINK must be one of off, email, userName'],
  [{ OIDC_SECOND_FACTOR: 'mfa' }, 'amr:value'],
  [{ OIDC_PASSWORD_FORM: 'no' }, 'OIDC_PASSWORD_FORM must be one of'],
  [{ OIDC_NAME_EN: 'x'.repeat(41) }, 'at most 40'],
])('%j is refused with a sentence that tells no value', (env, sentence) => {
  const wrong = { ...needed, ...env };
  expect(() => readSingleSignOnConfig(wrong)).toThrow(sentence);
  expect(() => readSingleSignOnConfig(wrong)).not.toThrow(needed.OIDC_CLIENT_SECRET);
});

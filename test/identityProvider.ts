import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import Provider from 'oidc-provider';

/** A person at the provider: the claims that it tells. */
export type Claims = Readonly<Record<string, unknown>>;

/** How the provider lies: what it does in place of the true answer at a path. */
export type Lie = (path: string, response: ServerResponse) => boolean | Promise<boolean>;

/** A provider of OpenID Connect on this machine, whose people and lies a test chooses. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** People by their subject. */
  readonly people: Map<string, Claims>;
  /** Answers in place of the provider; true = it has answered. */
  lie: Lie | undefined;
  /** Changes the claims of ID tokens before they are signed. */
  alter: ((claims: JWTPayload) => JWTPayload) | undefined;
  /** Signs ID tokens with a key that the provider does not publish. */
  wrongKey: boolean;
  /** A JWT with any claims, signed by the provider's key. */
  sign(claims: JWTPayload): Promise<string>;
  /** Walks the way of a browser that signs in as a person; answers what the provider gives it back, after `?`. */
  walk(address: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'meterhouse', clientSecret: 'a secret of the stand-in provider' };

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A form that asks who one is; there are no passwords here. */
const page = (action: string): string =>
  `<!doctype html><title>Identity provider</title><form method="post" action="${action}">
  <label>Who are you <input name="subject"></label><button>Sign in</button></form>`;

/**
 * Starts the package `oidc-provider`, and before it a door that may lie.
 * @param redirectUri the only address that it sends browsers back to
 * @param port 0 = any free one
 */
export async function startIdentityProvider(redirectUri: string, port = 0): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const wrong = (await generateKeyPair('RS256')).privateKey;
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const key = (await importJWK(jwk, 'RS256')) as CryptoKey;
  const people = new Map<string, Claims>();

  const door = createServer((request, response) => void answer(request, response));
  const issuer = `http://127.0.0.1:${await listen(door, port)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['a key of the stand-in provider'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'nickname', 'preferred_username', 'groups', 'realm_access', '_claim_names', 'upn'],
      email: ['email', 'email_verified'],
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: CLIENT.clientId,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const inner = createServer((request, response) => {
    const at = new URL(request.url ?? '/', issuer);
    if (!at.pathname.startsWith('/interaction/')) return void provider.callback()(request, response);
    if (request.method === 'GET')
      return void response.setHeader('content-type', 'text/html').end(page(at.pathname));
    void bodyOf(request).then((body) =>
      provider.interactionFinished(request, response, {
        login: { accountId: new URLSearchParams(body.toString()).get('subject') ?? '' },
      }),
    );
  });
  provider.proxy = true;
  const innerPort = await listen(inner, 0);

  const sign = (claims: JWTPayload, by = key): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(by);
  const stand: IdentityProvider = {
    issuer,
    ...CLIENT,
    people,
    lie: undefined,
    alter: undefined,
    wrongKey: false,
    sign,
    walk,
    close: async () => {
      await Promise.all([stop(door), stop(inner)]);
    },
  };

  /** Asks the true provider, and hands on what it says, with ID tokens changed as the test wants. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', issuer);
    if (await stand.lie?.(pathname, response)) return;
    const body = await bodyOf(request);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const reported = await fetch(`http://127.0.0.1:${innerPort}${pathname}${search}`, {
      method: request.method ?? 'GET',
      headers: { ...(headers as Record<string, string>), 'x-forwarded-host': new URL(issuer).host },
      redirect: 'manual',
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    let said = Buffer.from(await reported.arrayBuffer());
    if (pathname === '/token' && reported.status === 200 && (stand.alter || stand.wrongKey)) {
      const tokens = JSON.parse(said.toString()) as { id_token: string };
      const claims = JSON.parse(
        Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString(),
      ) as JWTPayload;
      const changed = await sign(stand.alter?.(claims) ?? claims, stand.wrongKey ? wrong : key);
      said = Buffer.from(JSON.stringify({ ...tokens, id_token: changed }));
    }
    response.statusCode = reported.status;
    for (const [name, value] of reported.headers)
      if (!['content-length', 'transfer-encoding', 'connection', 'set-cookie'].includes(name))
        response.setHeader(name, value);
    response.setHeader('set-cookie', reported.headers.getSetCookie());
    response.end(said);
  }

  async function walk(address: string, subject: string): Promise<string> {
    const cookies = new Map<string, string>();
    let at = address;
    let form: URLSearchParams | undefined;
    for (let step = 0; step < 10; step++) {
      const reply = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: form } : {}),
      });
      for (const line of reply.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
        cookies.set(name, value);
      }
      form = undefined;
      const location = reply.headers.get('location');
      if (location === null) {
        const text = await reply.text();
        if (!at.includes('/interaction/')) throw new Error(`the provider says ${reply.status}: ${text}`);
        form = new URLSearchParams({ subject });
        continue;
      }
      const next = new URL(location, at);
      if (next.href.startsWith(redirectUri)) return next.search.slice(1);
      at = next.href;
    }
    throw new Error('the provider leads nowhere');
  }
  return stand;
}

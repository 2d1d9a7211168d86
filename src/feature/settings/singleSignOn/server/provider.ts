import * as client from 'openid-client';
import { MINUTE_MS } from '#domain/time/duration.ts';
import { isPlainLoopback } from '#server/singleSignOnConfig.ts';
import type { SingleSignOnConfig } from '#server/singleSignOnConfig.ts';
import { type Claims, claimAt, isElsewhere } from '../domain/claim.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** How long the provider may take for one answer, in seconds. */
export const PATIENCE_SECONDS = 5;
/** How far its clock may be off, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60;
const MOST_BYTES = 1024 * 1024;
const FRESH_MS = 10 * MINUTE_MS;

const known = new WeakMap<
  SingleSignOnConfig,
  { readonly at: number; readonly found: client.Configuration }
>();

/** An answer of the provider as far as it may reach: one that never ends is cut off. */
export async function bounded(response: Response): Promise<Response> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new Refusal('providerNonsense', `an answer of more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  const empty = [101, 204, 205, 304].includes(response.status);
  return new Response(empty ? null : Buffer.concat(parts), response);
}

const ask: client.CustomFetch = async (url, options) => bounded(await fetch(url, options as RequestInit));

// As OpenID Connect Core 9 says: basic, where the provider does not say that it takes other ways alone.
const clientAuth =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const basic = ways === undefined || ways.includes('client_secret_basic');
    (basic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret))(server, ...rest);
  };

/**
 * Reads the provider's description of itself, kept for ten minutes.
 * @param anew does not take the kept one
 * @throws Refusal
 */
export async function discover(config: SingleSignOnConfig, anew = false): Promise<client.Configuration> {
  const before = known.get(config);
  if (before && !anew && Date.now() - before.at < FRESH_MS) return before.found;
  try {
    const found = await client.discovery(
      new URL(config.issuer),
      config.clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientAuth(config.clientSecret),
      {
        timeout: PATIENCE_SECONDS,
        [client.customFetch]: ask,
        // The signature is checked too, not only the connection that the token came over.
        execute: [
          client.enableNonRepudiationChecks,
          ...(isPlainLoopback(config.issuer) ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    const { authorization_endpoint: door, token_endpoint: exchange, jwks_uri: keys } = found.serverMetadata();
    if (!door || !exchange || !keys)
      throw new Refusal('providerNonsense', 'its description lacks an endpoint or its keys');
    known.set(config, { at: Date.now(), found });
    return found;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** What is kept of a way until the browser comes back. */
export interface Way {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A new way to the provider, and the address to go to. @throws Refusal */
export async function wayTo(config: SingleSignOnConfig): Promise<Way & { readonly address: string }> {
  const provider = await discover(config);
  const verifier = client.randomPKCECodeVerifier();
  const [state, nonce] = [client.randomState(), client.randomNonce()];
  const address = client.buildAuthorizationUrl(provider, {
    redirect_uri: config.redirectUri,
    scope: config.scopes,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { state, nonce, verifier, address: address.href };
}

/** What the provider vouches for. */
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
  readonly claims: Claims;
  readonly idToken: string;
}

/**
 * Exchanges the code of the way back and checks all that is said about it: issuer, state, signature, audience,
 * times, nonce. Groups that the token does not hold are asked for.
 * @param answer what the provider gave to the browser
 * @throws Refusal
 */
export async function exchange(
  config: SingleSignOnConfig,
  { state, nonce, verifier }: Way,
  answer: URLSearchParams,
): Promise<Vouched> {
  const provider = await discover(config);
  const back = new URL(config.redirectUri);
  back.search = answer.toString();
  try {
    const tokens = await client.authorizationCodeGrant(provider, back, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token || !tokens.id_token) throw new Refusal('providerNonsense', 'no ID token');
    const query =
      claimAt(token, config.groupsClaim) === undefined && provider.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(provider, tokens.access_token, token.sub)
        : {};
    // What is signed stands above what was asked for.
    const claims: Claims = { ...query, ...token };
    if (isElsewhere(claims, config.groupsClaim)) throw new Refusal('tooManyGroups', config.groupsClaim);
    const sid = claims['sid'];
    // OpenID Connect Core 2: at most 255 letters of ASCII.
    if (!/^[\x20-\x7e]{1,255}$/.test(token.sub)) throw new Refusal('providerNonsense', 'sub');
    return {
      issuer: token.iss,
      subject: token.sub,
      sid: typeof sid === 'string' ? sid : null,
      claims,
      idToken: tokens.id_token,
    };
  } catch (error) {
    const refusal = refusalOf(error);
    // Keys that changed just now are read anew at the next try.
    if (refusal.failure === 'wrongToken') known.delete(config);
    throw refusal;
  }
}

/** Where the browser goes to end the provider's session too; null where the provider offers no such address. */
export async function wayOut(config: SingleSignOnConfig, idToken: string): Promise<string | null> {
  const provider = await discover(config);
  if (!provider.serverMetadata().end_session_endpoint) return null;
  return client.buildEndSessionUrl(provider, {
    id_token_hint: idToken,
    post_logout_redirect_uri: new URL('/', config.redirectUri).href,
  }).href;
}

import { createRemoteJWKSet, customFetch } from 'jose';
import { MINUTE_MS } from '#domain/time/duration.ts';
import type { SingleSignOnConfig } from '#server/singleSignOnConfig.ts';
import { bounded, discover, PATIENCE_SECONDS } from './provider.ts';
import { Refusal } from './refusal.ts';

const FRESH_MS = 10 * MINUTE_MS;
/** So long a provider that does not answer is not asked again, nor for a key that it does not publish. */
const COOL_MS = 10_000;

/** The provider as far as it signs. */
interface ProviderKeys {
  readonly issuer: string;
  readonly address: string;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

interface Kept {
  /** ms; until then it stands. */
  until: number;
  readonly found: Promise<ProviderKeys>;
}

const kept = new WeakMap<SingleSignOnConfig, Kept>();

async function find(config: SingleSignOnConfig, before: ProviderKeys | undefined): Promise<ProviderKeys> {
  const { issuer, jwks_uri: address } = (await discover(config)).serverMetadata();
  if (!address) throw new Refusal('providerNonsense', 'no keys');
  if (before?.address === address) return { ...before, issuer };
  return { issuer, address, keys: keysAt(address) };
}

/** The library would ask anew for each token while it has no keys. */
function keysAt(address: string): ProviderKeys['keys'] {
  let askedAt = -Infinity;
  return createRemoteJWKSet(new URL(address), {
    timeoutDuration: PATIENCE_SECONDS * 1000,
    cooldownDuration: COOL_MS,
    [customFetch]: async (url, options) => {
      if (performance.now() - askedAt < COOL_MS) throw new Refusal('providerDown', 'its keys');
      askedAt = performance.now();
      return bounded(await fetch(url, options));
    },
  });
}

/**
 * The keys that the provider signs by, one set for all who ask: however many tokens come, it is asked for its keys once, and again
 * for one that is not among them, every ten seconds at most.
 * @throws Refusal
 */
export function providerKeys(config: SingleSignOnConfig, now = Date.now()): Promise<ProviderKeys> {
  const before = kept.get(config);
  if (before && now < before.until) return before.found;
  const known = before?.found.catch(() => undefined);
  const next: Kept = { until: now + FRESH_MS, found: (async () => find(config, await known))() };
  next.found.catch(() => {
    next.until = now + COOL_MS;
  });
  kept.set(config, next);
  return next.found;
}

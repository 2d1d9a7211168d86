import type { Envelope } from '#contract/envelope.ts';
import { forgetEarly, takeEarly } from './takeEarly.ts';
import { currentLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { notifyError } from '#web/ui/notice.ts';
import { ApiError } from './ApiError.ts';
import { encodeQuery, type Params } from './encode.ts';
import { isBeforeGate } from './gate.ts';
import { beginAnew } from './otherAccount.ts';
import { isResting } from './resting.ts';
import { leaveFor } from './returnAddress.ts';
import { shownAccount } from './shownAccount.ts';

/** How a call behaves when it fails. */
export interface CallOptions {
  /** Throws without a notification: the caller shows the failure itself. */
  quiet?: boolean;
  signal?: AbortSignal;
}

/** What a call was answered with, and when it was sent. */
export interface Answer {
  readonly reply: Response;
  readonly sentAt: number;
}

/**
 * The fixed header that every call carries; a cross-site form cannot set it. With whose page it is: nothing is done in the name
 * of another account that signed in in another tab.
 */
export function headers(): Record<string, string> {
  const account = shownAccount();
  return {
    'X-Meterhouse': '1',
    ...(account === undefined ? {} : { 'X-Meterhouse-Account': String(account) }),
    'Accept-Language': currentLanguage(),
    ...(isResting() ? { 'X-Meterhouse-Resting': '1' } : {}),
  };
}

/** The address of a call: `/api/<path>?query`. Empty and null parameters are dropped. */
export function callAddress(path: string, params: Params = {}): string {
  const query = encodeQuery(params).toString();
  return `/api/${path}${query ? `?${query}` : ''}`;
}

/** Sends a request; throws `ApiError` -1 where nothing came back. */
export async function ask(address: string, request: RequestInit, options: CallOptions): Promise<Answer> {
  const sentAt = performance.now();
  if (request.method !== 'GET') forgetEarly();
  const early = await takeEarly(address, currentLanguage());
  if (early) return { reply: early, sentAt };
  try {
    const reply = await fetch(address, {
      ...request,
      headers: headers(),
      credentials: 'same-origin',
      ...(options.signal ? { signal: options.signal } : {}),
    });
    return { reply, sentAt };
  } catch (error) {
    return failUnanswered(error, options);
  }
}

/** The connection failed, or broke off: told as such, unless it was the caller's own wish. */
export function failUnanswered(error: unknown, options: CallOptions): never {
  if (options.signal?.aborted) throw error;
  return fail(new ApiError(-1, say('api.noNetwork')), options);
}

/** What an envelope brought; throws `ApiError`. `envelope` is null where the body was none. */
export function open<T>(
  envelope: Envelope<T> | null,
  status: number,
  sentAt: number,
  options: CallOptions,
): T {
  if (!envelope || typeof envelope.code !== 'number') {
    return fail(new ApiError(status, say('api.badReply', { status })), options);
  }
  if (envelope.code === 200) return envelope.data;
  const error = new ApiError(envelope.code, envelope.message, envelope.field, envelope.data);
  const leave = wayOut(error);
  if (leave) {
    if (!isBeforeGate(sentAt)) leave();
    throw error;
  }
  return fail(error, options);
}

/** Leads to where a person must go before anything else is answered; null = nowhere. */
function wayOut({ code, data }: ApiError): (() => void) | null {
  const says = (name: string): boolean => typeof data === 'object' && data !== null && name in data;
  if (code === 901) return says('otherAccount') ? beginAnew : () => leaveFor('#/login');
  if (code === 423) return () => leaveFor('#/lock');
  if (code !== 403) return null;
  if (says('passwordExpired')) return () => leaveFor('#/SDNUserAdmin/SDNResetPwd');
  return says('secondFactorDue') ? () => leaveFor('#/SDNUserAdmin/SDNSecurity') : null;
}

/** Tells a failure, unless the caller does it, and throws it. */
export function fail(error: ApiError, options: CallOptions): never {
  if (!options.quiet) notifyError(error.message);
  throw error;
}

/** The envelope in a text; null where it is none. */
export function envelopeOf<T>(text: string): Envelope<T> | null {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
}

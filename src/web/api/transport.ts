import type { Envelope } from '#contract/envelope.ts';
import { currentLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { notifyError } from '#web/ui/notice.ts';
import { ApiError } from './ApiError.ts';
import { encodeQuery, type Params } from './encode.ts';
import { isBeforeGate } from './gate.ts';
import { isResting } from './resting.ts';
import { leaveFor } from './returnAddress.ts';

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

/** The fixed header that every call carries; a cross-site form cannot set it. */
export function headers(): Record<string, string> {
  return {
    'X-Meterhouse': '1',
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
  const way = wayOut(error);
  if (way) {
    if (!isBeforeGate(sentAt)) leaveFor(way);
    throw error;
  }
  return fail(error, options);
}

/** Where a person must go before anything else is answered. */
function wayOut({ code, data }: ApiError): Parameters<typeof leaveFor>[0] | null {
  if (code === 901) return '#/login';
  if (code === 423) return '#/lock';
  if (code !== 403 || typeof data !== 'object' || data === null) return null;
  if ('passwordExpired' in data) return '#/SDNUserAdmin/SDNResetPwd';
  return 'secondFactorDue' in data ? '#/SDNUserAdmin/SDNSecurity' : null;
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

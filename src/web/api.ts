import type { Envelope } from '#contract/envelope.ts';
import { currentLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { notifyError } from '#web/ui/notice.ts';
import { ApiError } from './api/ApiError.ts';
import { encodeForm, encodeQuery, type Params } from './api/encode.ts';
import { isBeforeGate } from './api/gate.ts';
import { isResting } from './api/resting.ts';
import { leaveFor } from './api/returnAddress.ts';

/** How a call behaves when it fails. */
export interface CallOptions {
  /** Throws without a notification: the caller shows the failure itself. */
  quiet?: boolean;
  signal?: AbortSignal;
}

/** The fixed header that every call carries; a cross-site form cannot set it. */
function headers(): Record<string, string> {
  return {
    'X-Meterhouse': '1',
    'Accept-Language': currentLanguage(),
    ...(isResting() ? { 'X-Meterhouse-Resting': '1' } : {}),
  };
}

/** GET `/api/<path>`; resolves with `data`, throws `ApiError`. Empty and null parameters are dropped. */
export function get<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<T> {
  const query = encodeQuery(params).toString();
  return send<T>(`/api/${path}${query ? `?${query}` : ''}`, { method: 'GET' }, options);
}

/** POST `/api/<path>`, form-encoded; resolves with `data`, throws `ApiError`. */
export function post<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<T> {
  return send<T>(`/api/${path}`, { method: 'POST', body: encodeForm(params) }, options);
}

async function send<T>(address: string, request: RequestInit, options: CallOptions): Promise<T> {
  let reply: Response;
  const sentAt = performance.now();
  try {
    reply = await fetch(address, {
      ...request,
      headers: headers(),
      credentials: 'same-origin',
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return fail(new ApiError(-1, say('api.noNetwork')), options);
  }
  const envelope = await reply.json().then(
    (body: unknown) => body as Envelope<T>,
    () => null,
  );
  return open(envelope, reply.status, sentAt, options);
}

function open<T>(envelope: Envelope<T> | null, status: number, sentAt: number, options: CallOptions): T {
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

function fail(error: ApiError, options: CallOptions): never {
  if (!options.quiet) notifyError(error.message);
  throw error;
}

/** A part of a multipart form. */
export type UploadPart = Blob | readonly Blob[] | string | number | null | undefined;

/** What an upload may report and obey. */
export interface UploadOptions extends CallOptions {
  /** Share of the bytes sent, 0..1. */
  onProgress?: (share: number) => void;
}

/** Multipart POST; file fields are sent under their key (`files`, `upFile`). Resolves with `data`. */
export function upload<T>(
  path: string,
  parts: Readonly<Record<string, UploadPart>>,
  options: UploadOptions = {},
): Promise<T> {
  const form = new FormData();
  for (const [key, part] of Object.entries(parts)) {
    if (part === null || part === undefined) continue;
    if (part instanceof Blob) form.append(key, part);
    else if (typeof part === 'object') for (const one of part) form.append(key, one);
    else form.append(key, String(part));
  }
  // fetch reports no progress of what it sends, so this one call uses XMLHttpRequest.
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const sentAt = performance.now();
    request.open('POST', `/api/${path}`);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    const settle = (make: () => T): void => {
      try {
        resolve(make());
      } catch (error) {
        reject(error as Error);
      }
    };
    request.addEventListener('load', () =>
      settle(() => open(parse<T>(request.responseText), request.status, sentAt, options)),
    );
    request.addEventListener('error', () =>
      settle(() => fail(new ApiError(-1, say('api.noNetwork')), options)),
    );
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function parse<T>(text: string): Envelope<T> | null {
  try {
    return JSON.parse(text) as Envelope<T>;
  } catch {
    return null;
  }
}

/** The address of a direct download: `/api/<path>?query`. */
export function downloadAddress(path: string, params: Params = {}): string {
  const query = encodeQuery(params).toString();
  return `/api/${path}${query ? `?${query}` : ''}`;
}

/** Lets the browser save what an address returns: a `downloadAddress` or the link that an export call returned. */
export function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export { ApiError } from './api/ApiError.ts';
export type { Params } from './api/encode.ts';

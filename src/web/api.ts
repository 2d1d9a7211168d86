import {
  type CallOptions,
  callAddress,
  ask,
  envelopeOf,
  failUnanswered,
  headers,
  open,
} from './api/transport.ts';
import { encodeForm, type Params } from './api/encode.ts';

/** GET `/api/<path>`; resolves with `data`, throws `ApiError`. Empty and null parameters are dropped. */
export function get<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<T> {
  return send<T>(callAddress(path, params), { method: 'GET' }, options);
}

/** POST `/api/<path>`, form-encoded; resolves with `data`, throws `ApiError`. */
export function post<T>(path: string, params: Params = {}, options: CallOptions = {}): Promise<T> {
  return send<T>(callAddress(path), { method: 'POST', body: encodeForm(params) }, options);
}

/** POST `/api/<path>` with a JSON body, for what is a structure and no form; resolves with `data`, throws `ApiError`. */
export function postJson<T>(path: string, body: object, options: CallOptions = {}): Promise<T> {
  const json = new Blob([JSON.stringify(body)], { type: 'application/json' });
  return send<T>(callAddress(path), { method: 'POST', body: json }, options);
}

async function send<T>(address: string, request: RequestInit, options: CallOptions): Promise<T> {
  const { reply, sentAt } = await ask(address, request, options);
  const text = await reply.text().catch((error: unknown) => failUnanswered(error, options));
  return open(envelopeOf<T>(text), reply.status, sentAt, options);
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
      settle(() => open(envelopeOf<T>(request.responseText), request.status, sentAt, options)),
    );
    request.addEventListener('error', () => settle(() => failUnanswered(null, options)));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
    if (options.signal?.aborted) request.abort();
  });
}

export { ApiError } from './api/ApiError.ts';
export { fetchFile, saveAddress, saveBlob, saveFile } from './api/file.ts';
export { callAddress } from './api/transport.ts';
export type { CallOptions } from './api/transport.ts';
export type { Params } from './api/encode.ts';

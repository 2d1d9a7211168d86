import { say } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import { ApiError } from './ApiError.ts';
import type { Params } from './encode.ts';
import { callAddress, ask, type CallOptions, envelopeOf, fail, failUnanswered, open } from './transport.ts';

/** A file that a call answered with. */
interface FileReply {
  readonly blob: Blob;
  readonly name: string;
}

/** A person who waits longer than this is told that the file is on its way. */
const PATIENCE_MS = 1500;
/** Browsers read a saved file after the press, some of them late. */
const KEEP_MS = 60_000;

/** The file name in a `content-disposition` header; null where the reply is no file of the product. */
export function fileNameOf(header: string | null): string | null {
  if (!header || !/^\s*(?:attachment|inline)\b/i.test(header)) return null;
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header)?.[1];
  try {
    return coded ? decodeURIComponent(coded) : (plain ?? 'download');
  } catch {
    return plain ?? 'download';
  }
}

/**
 * GET `/api/<path>` of a call that answers with a file, in the language shown. What is no file of the product, such as
 * an envelope or the page of a proxy, is a failure like that of any call.
 * @throws ApiError
 */
export async function fetchFile(
  path: string,
  params: Params = {},
  options: CallOptions = {},
): Promise<FileReply> {
  const { reply, sentAt } = await ask(callAddress(path, params), { method: 'GET' }, options);
  const name = reply.ok ? fileNameOf(reply.headers.get('content-disposition')) : null;
  const body = await reply.blob().catch((error: unknown) => failUnanswered(error, options));
  if (name !== null) return { blob: body, name };
  open(envelopeOf(await body.text()), reply.status, sentAt, options);
  return fail(new ApiError(reply.status, say('api.badReply', { status: reply.status })), options);
}

/**
 * Fetches a file and lets the browser save it under the name that the server gives. The one way in which the product
 * hands out files: an ended session leads to the log-in, every other failure has been shown.
 * @returns whether there was a file
 */
export async function saveFile(path: string, params: Params = {}): Promise<boolean> {
  const patience = setTimeout(() => notify('info', say('api.preparing')), PATIENCE_MS);
  try {
    const { blob, name } = await fetchFile(path, params);
    saveBlob(blob, name);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  } finally {
    clearTimeout(patience);
  }
}

/** Lets the browser save a content that is there already. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, name);
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

/** Lets the browser save what a `data:` or `blob:` address of the page holds. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

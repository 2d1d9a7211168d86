import { ApiError, downloadAddress, type Params } from '#web/api.ts';
import { currentLanguage } from '#web/text/language.ts';
import { notifyError } from '#web/ui/notice.ts';

/** The file name in a `content-disposition` header. */
export function fileNameOf(header: string | null): string {
  const coded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(header ?? '')?.[1];
  try {
    return coded ? decodeURIComponent(coded) : (plain ?? 'download');
  } catch {
    return plain ?? 'download';
  }
}

/**
 * Fetches a file in the language shown and lets the browser save it. A refusal comes as an envelope and is shown.
 * @throws ApiError when it was refused.
 */
export async function saveFile(path: string, params: Params): Promise<void> {
  const reply = await fetch(downloadAddress(path, params), {
    headers: { 'X-Meterhouse': '1', 'Accept-Language': currentLanguage() },
    credentials: 'same-origin',
  });
  if (reply.headers.get('content-type')?.startsWith('application/json')) {
    const { code, message } = (await reply.json()) as { code: number; message: string };
    notifyError(message);
    throw new ApiError(code, message);
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await reply.blob());
  link.download = fileNameOf(reply.headers.get('content-disposition'));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

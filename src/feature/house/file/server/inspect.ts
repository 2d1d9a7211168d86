import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { badInput } from '#contract/error.ts';
import type { UploadedFile } from '#server/route.ts';
import { openZip } from '#server/sheet/zip.ts';
import { cleanFileName, endingOf } from '../domain/fileName.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OLD_OFFICE = 'application/x-cfb';

/** What may be kept: the ending, and the type that the content must have; text has none of its own. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  xlsx: `${OFFICE}spreadsheetml.sheet`,
  docx: `${OFFICE}wordprocessingml.document`,
  pptx: `${OFFICE}presentationml.presentation`,
  xls: OLD_OFFICE,
  doc: OLD_OFFICE,
  ppt: OLD_OFFICE,
  zip: 'application/zip',
  txt: 'text/plain',
  csv: 'text/csv',
};

/** Types that a browser may draw. */
export const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/**
 * The clean name and the type of an uploaded file, read from its content; what the sender says of it counts for nothing.
 * @throws Fault 400 where the ending is not taken, the content is another, or a packed file is a bomb.
 */
export async function inspectFile(file: UploadedFile): Promise<{ fileName: string; mimeType: string }> {
  const fileName = cleanFileName(file.fileName);
  const ending = endingOf(fileName);
  const wanted = Object.hasOwn(TYPES, ending) ? TYPES[ending] : undefined;
  if (wanted === undefined)
    throw badInput(
      {
        zh: `${fileName}：不接受此类文件，可上传 ${Object.keys(TYPES).join('、')}`,
        en: `${fileName}: files of this kind are not taken; send ${Object.keys(TYPES).join(', ')}`,
      },
      file.field,
    );
  if (file.size === 0)
    throw badInput({ zh: `${fileName}：文件是空的`, en: `${fileName}: the file is empty` }, file.field);
  // Before anything looks into a packed file: its directory tells how large it becomes.
  if (wanted.startsWith(OFFICE) || ending === 'zip') await openZip(file.path, file.size);
  const found = await fileTypeFromFile(file.path);
  const same = wanted.startsWith('text/')
    ? found === undefined && (await isText(file.path))
    : found?.mime === wanted;
  if (!same)
    throw badInput(
      {
        zh: `${fileName}：内容不是 ${ending} 文件`,
        en: `${fileName}: the content is not that of a ${ending} file`,
      },
      file.field,
    );
  return { fileName, mimeType: wanted };
}

const LOOKED_AT = 65_536;

async function isText(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    return !buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await handle.close();
  }
}

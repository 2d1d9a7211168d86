import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

/** How each function of `#web/api.ts` asks, as `generated/routes.txt` names the methods. */
const METHOD = {
  get: 'GET',
  post: 'POST',
  postJson: 'POST',
  upload: 'UPLOAD',
  saveFile: 'DOWNLOAD',
} as const;
/** A call with its path in full; its type may hold others (`Page<Row>`). */
const CALL =
  /\b(get|post|postJson|upload|saveFile)(?:<(?:[^<>()]|<(?:[^<>()]|<[^<>()]*>)*>)*>)?\(\s*['`]([A-Za-z]\w*(?:\/\w+)+)['`]/g;
/** The begin of paths that a file keeps in a constant. */
const BEGIN = /^const (\w+) = '([A-Za-z]\w*\/\w+)';$/gm;

const methods = new Map<string, Set<string>>();
for (const line of readFileSync(`${ROOT}generated/routes.txt`, 'utf8').split('\n')) {
  const [method = '', path] = line.split(/\s+/);
  if (path !== undefined) methods.set(path, (methods.get(path) ?? new Set()).add(method));
}

const files = globSync('src/{web,feature/*/*/web,field/*}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, source: inFull(readFileSync(ROOT + file, 'utf8')) }));

/** A source with the constants of its paths written out. */
function inFull(source: string): string {
  let full = source;
  for (const [, name = '', begin = ''] of source.matchAll(BEGIN))
    full = full.replaceAll(`\${${name}}`, begin);
  return full;
}

/** The calls of a page that the server has not, or has by another method. */
function missing(source: string): string[] {
  return [...source.matchAll(CALL)]
    .filter(
      ([, ask = '', path = '']) => !methods.get(`/api/${path}`)?.has(METHOD[ask as keyof typeof METHOD]),
    )
    .map(([, ask = '', path = '']) => `${ask} ${path}`);
}

test('every call that a page makes by its path is there, by the method that it is made with', () => {
  expect(files.reduce((n, { source }) => n + [...source.matchAll(CALL)].length, 0)).toBeGreaterThan(200);
  expect(missing("get<Page<Row>>('hxyUser/userArchive/getTableOfDevice')")).toHaveLength(1);
  expect(
    files.flatMap(({ file, source }) => missing(source).map((call) => `${relative('src', file)}: ${call}`)),
  ).toEqual([]);
});

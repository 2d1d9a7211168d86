import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
const KIT = 'src/web/ui/kit.module.css';
/** In so many sheets the same declarations may stand; a third is a class of the kit. */
const MOST_SHEETS = 2;
/** From so many declarations on it is no chance that they are the same. */
const LONG = 3;
/** Alike by what they mark: a step that is reached, and the button that leads on. No fourth is added. */
const KNOWN = new Map([['background:var(--primary);border-color:var(--primary);color:var(--onPrimary)', 3]]);

/** What stands there is drawn by other components, which take no class. */
const OF_OTHERS = new Set(['src/web/provenance/OriginPanel.module.css .value > span']);

const COMMENT = /\/\*[\s\S]*?\*\//g;
const RULE = /([^{}]+)\{([^{}]*)\}/g;
const CLASS = /\.([A-Za-z][\w-]*)/g;
const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The rules of a sheet: selectors, and declarations in one order, as `name:value`. */
const rulesOf = (css: string): { selector: string; body: readonly string[] }[] =>
  [...css.replaceAll(COMMENT, '').matchAll(RULE)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replaceAll(/\s+/g, ' '),
    body: body
      .split(';')
      .map((one) => one.trim().replace(/\s*:\s*/, ':').replaceAll(/\s+/g, ' '))
      .filter((one) => one !== '')
      .toSorted(),
  })); // prettier-ignore

const sheets = globSync('src/**/*.module.css', { cwd: ROOT }).map((file) => ({
  file,
  rules: rulesOf(readFileSync(join(ROOT, file), 'utf8')),
}));

/** Bodies of a length or more, each with the sheets it stands in. */
function sheetsOfBodies(length: number, of = sheets): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { file, rules } of of)
    for (const { body } of rules)
      if (body.length >= length) {
        const key = body.join(';');
        found.set(key, (found.get(key) ?? new Set()).add(file));
      }
  return found;
}

/** What code takes of each sheet; null where it asks by a name that is reckoned. */
function takenOf(): Map<string, Set<string> | null> {
  const taken = new Map<string, Set<string> | null>();
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [, name = '', path = ''] of source.matchAll(IMPORT)) {
      const sheet = path.startsWith('#')
        ? join('src', path.slice(1))
        : relative(ROOT, join(ROOT, file, '..', path));
      const uses = [...source.matchAll(new RegExp(`\\b${name}(?:\\.(?!module\\b)(\\w+)|\\[(?:'(\\w+)'|[^\\]]))`, 'g'))];
      const names = uses.map(([, plain, quoted]) => plain ?? quoted);
      const before = taken.get(sheet);
      if (before === null || names.includes(undefined)) taken.set(sheet, null);
      else taken.set(sheet, new Set([...(before ?? []), ...names.filter((one) => one !== undefined)]));
    }
  }
  return taken;
} // prettier-ignore

const classesOf = (selector: string): string[] =>
  [...selector.replaceAll(/:global\([^)]*\)/g, '').matchAll(CLASS)].map(([, name = '']) => name);

test('the rules of a sheet are read, those of its media too, whatever the order of declarations', () => {
  const css = '/* .a {} */ .b, .c > p { gap: 4px; color: red; }\n@media (width < 9px) { .b { color: red; gap:4px } }';
  expect(rulesOf(css)).toEqual([
    { selector: '.b, .c > p', body: ['color:red', 'gap:4px'] },
    { selector: expect.stringContaining('.b'), body: ['color:red', 'gap:4px'] },
  ]);
  expect(sheetsOfBodies(2, [{ file: 'x', rules: rulesOf(css) }])).toEqual(new Map([['color:red;gap:4px', new Set(['x'])]]));
}); // prettier-ignore

test(`${LONG} declarations or more stand in ${MOST_SHEETS} sheets at most: what more need is a class of ${KIT}`, () => {
  const crowded = [...sheetsOfBodies(LONG)].filter(
    ([body, { size }]) => size > (KNOWN.get(body) ?? MOST_SHEETS),
  );
  expect(crowded).toEqual([]);
});

test('what is a class of the kit is written in no other sheet', () => {
  const ofKit = sheetsOfBodies(2, sheets.filter(({ file }) => file === KIT));
  expect(ofKit.size).toBeGreaterThan(10);
  const again = sheets
    .filter(({ file }) => file !== KIT)
    .flatMap(({ file, rules }) =>
      rules
        .filter(({ body }) => ofKit.has(body.join(';')))
        .map(({ selector }) => `${file} ${selector}`),
    )
    .filter((rule) => !OF_OTHERS.has(rule));
  expect(again).toEqual([]);
}); // prettier-ignore

test('every class of a sheet is taken by somebody, and what is taken is there', () => {
  const taken = takenOf();
  const faults = sheets.flatMap(({ file, rules }) => {
    const there = new Set(rules.flatMap(({ selector }) => classesOf(selector)));
    const wanted = taken.get(file);
    if (wanted === null) return [];
    return [
      ...[...there].filter((name) => !wanted?.has(name)).map((name) => `${file}: nobody takes .${name}`),
      ...[...(wanted ?? [])].filter((name) => !there.has(name)).map((name) => `${file}: there is no .${name}`),
    ];
  });
  expect(faults).toEqual([]);
}); // prettier-ignore

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIELD_KINDS } from '#contract/field.ts';
import { resources } from '#resource/index.ts';

const root = new URL('../', import.meta.url).pathname;
/** The list of slots is the one place that names resources. */
const LIST = 'src/web/resource/slots.ts';

test('the engine and the field kinds know no resource by name', () => {
  const names = resources.map((resource) => resource.name);
  const files = globSync(['src/web/resource/**/*.{ts,tsx}', 'src/field/*/web.tsx'], { cwd: root }).filter(
    (path) => path !== LIST && !path.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((path) => {
    // The state of a dot or a mark is no resource.
    const source = readFileSync(root + path, 'utf8').replaceAll(/status="\w+"/g, '');
    return names
      .filter((name) => new RegExp(`['"\`/]${name}['"\`/]`).test(source))
      .map((name) => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('the slots stand beside definitions that exist', () => {
  const listed = [
    ...readFileSync(root + LIST, 'utf8').matchAll(/^ {2}(\w+): \(\) => import\('#resource\/(.*)'\)/gm),
  ];
  expect(listed.length).toBeGreaterThan(0);
  const beside = globSync('src/resource/*/*.web.tsx', { cwd: root }).map((path) =>
    path.replace('src/resource/', ''),
  );
  expect(new Set(listed.map(([, , path]) => path))).toEqual(new Set(beside));
  for (const [, name] of listed) expect(resources.map((resource) => resource.name)).toContain(name);
});

test('every kind of field has its web half', () => {
  const halves = globSync('src/field/*/web.tsx', { cwd: root }).map((path) => path.split('/')[2]);
  expect(new Set(halves)).toEqual(new Set(FIELD_KINDS));
});

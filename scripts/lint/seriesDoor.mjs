// Time series have one door, src/series: statements elsewhere do not name their tables, and nobody reaches around the door.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join, relative, sep } from 'node:path';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIST = 'scripts/lint/seriesDoor.json';
const TOP = { start: { line: 1, column: 0 }, end: { line: 1, column: 1 } };

/** @type {{ tables: string[], open: string[] }} The tables behind the door, and the files that still ask them themselves. */
const { tables, open } = JSON.parse(readFileSync(new URL('seriesDoor.json', import.meta.url), 'utf8'));

const NAMES = new RegExp(
  `\\b(?:from|join|into|update|copy|table|using)\\s+(?:only\\s+)?(?:${tables.join('|')})\\b|'(?:${tables.join('|')})'::regclass`,
  'i',
);
/** Where the archive makes the sets of meters that the door takes. */
const ARCHIVE = 'src/feature/meters/reading/server/answer/meterSets.ts';
const SET = 'src/series/meterSet.ts';
const DOOR = 'src/series/public.ts';

/** @param {string} file @param {string} imported */
function mayImport(file, imported) {
  if (!imported.startsWith('src/series/') || imported === DOOR) return true;
  return file === ARCHIVE && imported === SET;
}

export const seriesDoor = {
  /** @param {any} context */
  create(context) {
    const file = relative(ROOT, context.filename).split(sep).join('/');
    if (file.startsWith('src/series/')) return {};
    const known = open.includes(file);
    let found = false;
    /** @param {any} node @param {unknown} text */
    const look = (node, text) => {
      if (typeof text !== 'string' || !NAMES.test(text)) return;
      found = true;
      if (known) return;
      const message = `Only src/series asks the tables of time series (${tables.join(', ')}): ask #series/public.ts.`;
      context.report({ node, message });
    };
    /** @param {any} node */
    const from = ({ source }) => {
      if (typeof source?.value !== 'string' || !/^[#.]/.test(source.value)) return;
      const imported = source.value.startsWith('#')
        ? `src/${source.value.slice(1)}`
        : join(dirname(file), source.value).split(sep).join('/');
      if (!mayImport(file, imported))
        context.report({ node: source, message: 'The series are entered by #series/public.ts; sets of meters are made by the archive alone.' }); // prettier-ignore
    };
    return {
      /** @param {any} node */
      Literal: (node) => look(node, node.value),
      /** @param {any} node */
      TemplateElement: (node) => look(node, node.value.raw),
      ImportDeclaration: from,
      ExportNamedDeclaration: from,
      ExportAllDeclaration: from,
      ImportExpression: from,
      'Program:exit'() {
        if (known && !found)
          context.report({ loc: TOP, message: `This file asks no series any more: take it off ${LIST}.` });
      },
    };
  },
};

import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageOf, type Text, textIn } from '#contract/text.ts';
import type { Messages } from '#contract/translate.ts';
import { MENU, type MenuNode } from '#menu/menu.ts';
import { supplier } from '#resource/archive/supplier.ts';
import { resources } from '#resource/index.ts';
import { loadLanguages } from '#server/languages.ts';
import { headerOf } from '#server/resource/excel.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import { LANGUAGES } from '../../src/web/text/languages.ts';
import { LANGUAGE_FOLDER, localeFiles } from '../phrases.ts';
import { ROOT } from '../writeFiles.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import { broughtUp, lacksOf, linesOf } from './check.ts';

const PSEUDO = 'qps';
let folder: string;
let catalogue: Catalogue;
let pseudo: Messages;
let forget: () => void;

beforeAll(async () => {
  catalogue = await catalogueOf(ROOT);
  pseudo = Object.fromEntries(
    Object.keys(broughtUp(catalogue, {})).map((message) => [message, `[${message}]`]),
  );
  folder = await mkdtemp(join(tmpdir(), 'meterhouse-language-'));
  await writeFile(join(folder, `${PSEUDO}.json`), JSON.stringify(pseudo));
  forget = loadLanguages(folder);
});
afterAll(async () => {
  forget();
  await rm(folder, { recursive: true });
});

const said = (en: string, zh = ''): string => textIn({ zh, en }, PSEUDO);

describe('the file of a language', () => {
  it('is complete when each text has its translation', () => {
    expect(linesOf(lacksOf(catalogue, pseudo))).toEqual([]);
  });

  it('is told what it lacks, what it has too much, and where a value is lost', () => {
    const { Save: _, ...rest } = pseudo;
    const TOO_LARGE = 'The file is too large, at most {0} MB';
    expect(linesOf(lacksOf(catalogue, { ...rest, [TOO_LARGE]: '[too large]', 'Sav e': '[Save]' }))).toEqual([
      'not translated: Save',
      'no text of the product any more: Sav e',
      `other values in the translation: ${TOO_LARGE}`,
    ]);
  });

  it('may say one English text in two ways by its Chinese', () => {
    const own = { ...pseudo, 'Open | 打开': '[Open it]' };
    expect(linesOf(lacksOf(catalogue, own))).toEqual([]);
  });

  it.each(LANGUAGES.map(({ code }) => code).filter((code) => code !== 'zh' && code !== 'en'))(
    'is complete: %s',
    async (code) => {
      const text = await readFile(join(ROOT, LANGUAGE_FOLDER, `${code}.json`), 'utf8');
      expect(linesOf(lacksOf(catalogue, JSON.parse(text)))).toEqual([]);
    },
  );

  it('has its line in the list of languages', () => {
    const files = globSync(`${LANGUAGE_FOLDER}/*.json`, { cwd: ROOT }).map((path) => basename(path, '.json'));
    const codes = LANGUAGES.map(({ code }) => code);
    expect(files.filter((code) => !codes.includes(code))).toEqual([]);
  });
});

describe('what a language is said by', () => {
  it('is a static file of phrases for the screens and one of messages for the rest', async () => {
    const files = await localeFiles(ROOT, [...LANGUAGES, { code: PSEUDO, name: 'Pseudo' }], { folder });
    const phrases = files[PSEUDO] as Record<string, string>;
    const english = files['en'] as Record<string, string>;
    expect(Object.keys(phrases)).toEqual(Object.keys(english));
    expect(Object.keys(phrases).filter((key) => phrases[key] !== `[${english[key]}]`)).toEqual([]);
    expect(files[`${PSEUDO}.messages`]).toEqual(pseudo);
  });

  it('are the texts of every definition and of the menu', () => {
    const nodes = (node: MenuNode): MenuNode[] => [node, ...(node.children ?? []).flatMap(nodes)];
    const texts = [
      ...nodes(MENU).map(({ name }) => name),
      ...resources.flatMap(({ label, fields }) => [
        label,
        ...Object.values(fields).flatMap((field): (Text | undefined)[] => [
          field.label,
          field.help,
          field.whenEmpty,
          ...Object.values(field.options ?? {}),
        ]),
      ]),
    ].filter((text): text is Text => text !== undefined && text.zh !== text.en);
    expect(texts.length).toBeGreaterThan(1000);
    expect([
      ...new Set(texts.filter((text) => textIn(text, PSEUDO) === text.en).map(({ en }) => en)),
    ]).toEqual([]);
  });

  it('says a sentence with its values, and the texts in it', () => {
    expect(said('The file is too large, at most 12 MB')).toBe('[The file is too large, at most 12 MB]');
    expect(said('Serial number already exists: Save')).toBe('[[Serial number] already exists: Save]');
    expect(said('Untranslated')).toBe('Untranslated');
  });
});

describe('the server', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.close());

  it('answers in the language that is asked for, as long as it is known', async () => {
    expect(languageOf('qps,en;q=0.8')).toBe(PSEUDO);
    const client = (await product.operator()).in(PSEUDO);
    const [wing] = ok(await client.get<{ funName: string; otherName: string }[]>('/api/sys/getAllMenus'));
    expect(wing?.funName).toMatch(/^\[.+\]$/);
    const refused = await client.post('/api/archive/supplier/add', { supplierName: '' });
    expect(refused.message).toMatch(/^\[.*\]$/);
    expect((await client.get('/api/archive/supplier/get', { id: 999_999 })).message).toBe(
      '[There is no such record]',
    );
    expect(headerOf(supplier.fields.supplierName, PSEUDO)).toBe(`[${supplier.fields.supplierName.label.en}]`);
  });
});

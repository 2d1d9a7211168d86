import { expect, test } from 'vitest';
import { defineResource, englishTitleOf } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { text } from '#field/text/contract.ts';
import { choiceOf, columnsOf, moveColumn } from './columns.ts';

const resource = defineResource({
  name: 'sample',
  area: 'archive',
  label: { zh: '样例', en: 'Samples' },
  idName: 'sampleId',
  title: 'name',
  scope: null,
  screen: '/Sample',
  fields: {
    code: text('编号', 'Code'),
    name: text('名称', 'Name'),
    owner: text('归属', 'Owner'),
    remark: optional(text('备注', 'Remark', { hidden: true })),
  },
});

const shown = (columns: ReturnType<typeof columnsOf>): string[] =>
  columns.filter((column) => column.shown).map((column) => column.name);

test('the title stands first, hidden fields and those that the page hides are not shown', () => {
  const columns = columnsOf(resource, null, new Set(['owner']));
  expect(columns.map((column) => column.name)).toEqual(['name', 'code', 'owner', 'remark']);
  expect(shown(columns)).toEqual(['name', 'code']);
});

test('a choice outlives fields that come and go; the title cannot be hidden', () => {
  const columns = columnsOf(resource, { order: ['gone', 'owner', 'name'], shown: ['gone'] });
  expect(columns.map((column) => column.name)).toEqual(['name', 'code', 'owner', 'remark']);
  expect(shown(columns)).toEqual(['name', 'code']);
});

test('a column moves to a place, never before the title', () => {
  const columns = columnsOf(resource, null);
  const names = (moved: typeof columns): string[] => moved.map((column) => column.name);
  expect(names(moveColumn(columns, 'remark', 1))).toEqual(['name', 'remark', 'code', 'owner']);
  expect(names(moveColumn(columns, 'remark', 0))).toEqual(['name', 'remark', 'code', 'owner']);
  expect(names(moveColumn(columns, 'code', 99))).toEqual(['name', 'owner', 'remark', 'code']);
  expect(names(moveColumn(columns, 'name', 2))).toEqual(names(columns));
});

test('a row that has an English name has one column for its name, in the language of the reader', () => {
  for (const resource of resources) {
    const english = englishTitleOf(resource);
    if (english === undefined) continue;
    const names = shown(columnsOf(resource, null));
    expect(names, resource.name).not.toContain(english);
    expect(resource.fields[resource.title]?.label.en, resource.name).not.toMatch(/Chinese/);
  }
});

test('what is remembered gives the same columns again', () => {
  const moved = moveColumn(columnsOf(resource, null), 'owner', 1);
  expect(columnsOf(resource, choiceOf(moved))).toEqual(moved);
});

test('an archive table shows some of its columns at first and offers the others', () => {
  for (const name of ['gaugeConfigure', 'dataCollectConfigure', 'gaugeReplaceConfigure', 'contacter']) {
    const columns = columnsOf(resourceOf(name), null);
    const hidden = columns.filter((column) => !column.shown).map((column) => column.name);
    expect(hidden, name).toContain('remark');
    const chosen = { order: columns.map((column) => column.name), shown: ['remark'] };
    expect(shown(columnsOf(resourceOf(name), chosen)), name).toContain('remark');
  }
});

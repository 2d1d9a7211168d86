import { expect, test } from 'vitest';
import { resources } from '#resource/index.ts';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { decimal } from '#field/decimal/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { changedValues, formFields, newValues, readForm, rowValues, withoutLabel } from './form.ts';
import { stepFrom } from './useCellEdit.ts';

const resource = defineResource({
  name: 'sample',
  area: 'archive',
  label: { zh: '样例', en: 'Samples' },
  idName: 'sampleId',
  title: 'name',
  scope: null,
  screen: '/Sample',
  fields: {
    name: text('名称', 'Name', { min: 2, max: 4 }),
    power: optional(decimal('功率', 'Power', { from: 0 })),
    roles: optional(references('角色', 'Roles', 'sample')),
    seen: optional(text('最近', 'Seen', { readOnly: true })),
  },
});

test('the form reads what is typed and says what is wrong in both languages', () => {
  expect(formFields(resource)).toEqual(['name', 'power', 'roles']);
  expect(readForm(resource, { name: '', power: '1,000.5', roles: [] })).toEqual({
    values: { power: 1000.5, roles: null },
    problems: { name: { zh: '必填', en: 'is required' } },
  });
  expect(readForm(resource, { name: 'x', power: 'abc' }).problems).toEqual({
    name: { zh: '最少输入2个字符', en: 'at least 2 characters' },
    power: { zh: '应为数字', en: 'must be a number' },
  });
  expect(readForm(resource, { name: '12345' }).problems['name']?.zh).toBe('最多输入4个字符');
});

test('an edit sends what differs alone', () => {
  const before = rowValues(resource, { id: 1, name: 'ab', power: 2, roles: [1, 2] });
  expect(changedValues({ name: 'ab', power: null, roles: [1, 2] }, before)).toEqual({ power: null });
});

test('a message of the server loses the label that stands over the input', () => {
  expect(withoutLabel('名称：必填', '名称')).toBe('必填');
  expect(withoutLabel('Name: is required', 'Name')).toBe('Is required');
  expect(withoutLabel('已存在', '名称')).toBe('已存在');
});

test('every resource can start a new form, and what it starts with is valid', () => {
  for (const one of resources) {
    const started = newValues(one);
    const { problems } = readForm(one, started);
    const faulty = Object.keys(problems).filter((name) => started[name] != null);
    expect(faulty, one.name).toEqual([]);
  }
});

test('Tab goes through the cells in reading order', () => {
  const next = (id: number, name: string, step: 1 | -1) => stepFrom({ id, name }, step, [7, 8], ['a', 'b']);
  expect(next(7, 'a', 1)).toEqual({ id: 7, name: 'b' });
  expect(next(7, 'b', 1)).toEqual({ id: 8, name: 'a' });
  expect(next(8, 'a', -1)).toEqual({ id: 7, name: 'b' });
  expect(next(8, 'b', 1)).toBeNull();
  expect(next(7, 'a', -1)).toBeNull();
});

import { expect, it } from 'vitest';
import {
  type AttributeDraft,
  draftOfValue,
  problemOfAttribute,
  shownValue,
  valueOf,
} from './attributeDraft.ts';

const draft = (more: Partial<AttributeDraft>): AttributeDraft => ({
  deviceName: '',
  attributeName: 'limit',
  kind: 'text',
  text: '',
  ...more,
});

it.each(['"low"', '""', '12.50', '-1e3', 'true', 'false', 'null', '{"a":[1]}', '"12"', '9007199254740993'])(
  'gives %s back as it was',
  (value) => {
    const made = draft(draftOfValue(value));
    expect(problemOfAttribute(made)).toBeNull();
    expect(valueOf(made)).toBe(value);
  },
);

it.each([
  [{ attributeName: ' ' }, 'name'],
  [{ attributeName: 'a,b' }, 'name'],
  [{ kind: 'number', text: '1,5' }, 'number'],
  [{ kind: 'number', text: '' }, 'number'],
  [{ kind: 'number', text: 'NaN' }, 'number'],
  [{ kind: 'json', text: '{' }, 'json'],
  [{ kind: 'text', text: '值'.repeat(1400) }, 'large'],
] as const)('says what is wrong with %o', (more, problem) => {
  expect(problemOfAttribute(draft(more))).toBe(problem);
});

it('shows text without quotes, the rest as it is', () => {
  expect([shownValue('"a"'), shownValue('1.50'), shownValue('{"a":1}')]).toEqual(['a', '1.50', '{"a":1}']);
});

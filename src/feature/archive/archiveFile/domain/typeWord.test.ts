import { expect, it } from 'vitest';
import { typeWord } from './typeWord.ts';

it('calls a type of file as people do', () => {
  const office = 'application/vnd.openxmlformats-officedocument';
  const types = [
    'image/png',
    'application/pdf',
    `${office}.spreadsheetml.sheet`,
    'application/x-cfb',
    'text/plain',
  ];
  expect(types.map(typeWord)).toEqual(['PNG', 'PDF', 'Excel', 'Office', 'TXT']);
});

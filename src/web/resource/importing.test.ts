import { expect, it } from 'vitest';
import { previewLines } from './importing.ts';

it('shows what is written wrong cell by cell, and the empty cells of a row in one line for each reason', () => {
  const counts = { new: 0, changed: 0, same: 0, faulty: 1 };
  const faults = [
    { field: 'code', value: '', reason: 'is required' },
    { field: 'day', value: 'soon', reason: 'must be a date' },
    { field: 'name', value: '', reason: 'is required' },
    { field: 'site', value: '', reason: 'is broken' },
  ];
  const rows = [{ row: 4, verdict: 'faulty' as const, changes: {}, faults }];
  expect(previewLines({ counts, rows, faultFileId: null }, 'faulty')).toEqual([
    { key: '4-0', row: 4, field: 'day', value: 'soon', reason: 'must be a date' },
    { key: '4-1', row: 4, field: 'code', more: ['name'], value: '', reason: 'is required' },
    { key: '4-2', row: 4, field: 'site', more: [], value: '', reason: 'is broken' },
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFileName, endingOf } from './fileName.ts';

describe('a file name', () => {
  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\x\\report.xlsx', 'report.xlsx'],
    ['a\u0000b\r\n.txt', 'ab.txt'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['<script>.png', '_script_.png'],
    ['CON.txt', 'file-CON.txt'],
    ['...', 'file'],
    ['', 'file'],
    ['电 表  清单.csv', '电 表 清单.csv'],
  ])('%j is kept as %j', (given, kept) => expect(cleanFileName(given)).toBe(kept));

  it('keeps its ending when it is cut', () => {
    const name = cleanFileName(`${'长'.repeat(300)}.xlsx`);
    expect(Array.from(name)).toHaveLength(120);
    expect(endingOf(name)).toBe('xlsx');
  });

  it('never holds a folder, a control character or nothing, and is clean after cleaning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
        const name = cleanFileName(given);
        expect(name).not.toMatch(/[\\/\p{C}<>:"|?*]/u);
        expect(name).not.toBe('');
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });
});

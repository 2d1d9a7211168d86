import * as z from 'zod';
import { readJson } from './json.ts';

/** An id in a query or form. */
export const id = () => z.coerce.number().int().min(1).max(2147483647);

/** Ids as a comma list, an array or a single one. */
export const idList = () =>
  z.preprocess(
    (raw) =>
      typeof raw === 'string'
        ? raw.split(',').filter((s) => s.trim() !== '')
        : typeof raw === 'number'
          ? [raw]
          : raw,
    z.array(id()).min(1).max(1000),
  );

/** Words as a comma list or an array. */
export const wordList = () =>
  z.preprocess(
    (raw) =>
      typeof raw === 'string'
        ? raw
            .split(',')
            .map((s) => s.trim())
            .filter(Boolean)
        : raw,
    z.array(z.string().max(100)).max(500),
  );

/** A structure, given as it is or as its JSON text. */
export const jsonOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((raw, ctx) => {
    if (typeof raw !== 'string') return raw;
    const value = readJson(raw);
    if (value !== undefined) return value;
    ctx.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }, schema);

/** A yes-or-no parameter: `1`, `true`, `0`, `false`. */
export const yesNo = () =>
  z.preprocess(
    (raw) =>
      raw === '1' || raw === 'true' || raw === 1
        ? true
        : raw === '0' || raw === 'false' || raw === 0
          ? false
          : raw,
    z.boolean(),
  );

/** Paging, in both spellings of the specification (`pageNo`/`pageSize` and `current`/`pageSize`). */
export const paging = {
  pageNo: z.coerce.number().int().min(1).optional(),
  current: z.coerce.number().int().min(1).optional(),
  pageSize: z.coerce.number().int().min(1).max(1000).default(10),
};

/** The page that paging parameters ask for. */
export const pageOf = (p: {
  pageNo?: number | undefined;
  current?: number | undefined;
  pageSize: number;
}) => ({
  current: p.pageNo ?? p.current ?? 1,
  pageSize: p.pageSize,
});

import * as z from 'zod';
import { jsonOf } from '#contract/param.ts';
import { NAME_MAX, SETTINGS_MAX } from '../contract.ts';

/** The screen that a view belongs to; screens name themselves. */
export const screen = () => z.string().regex(/^[A-Za-z][\w.-]{0,39}$/);

/** No control characters: a name is one line. */
export const name = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(NAME_MAX)
    .regex(/^[^\p{Cc}]*$/u);

/** Parts of an address with JSON values. */
export const settings = () =>
  jsonOf(z.record(z.string().regex(/^[A-Za-z]\w{0,19}$/), z.unknown())).refine(
    (value) => JSON.stringify(value).length <= SETTINGS_MAX,
    { error: `at most ${SETTINGS_MAX} characters` },
  );

import type { Resource } from '#contract/define.ts';
import { exampleRow } from '#server/openApi/example.ts';
import { GAUGE_SERIAL, sampleCode } from './code.ts';

let serial = 0;

/** A word that no other row of this run holds. */
export const unique = (prefix = 'T'): string => `${prefix}${Date.now().toString(36)}${++serial}`;

/** A good row of any resource, made from its definition; `pointsTo` are ids of rows to refer to, by resource. */
export const rowOf = (
  resource: Resource,
  pointsTo: Readonly<Record<string, number>>,
): Record<string, unknown> =>
  exampleRow(resource, {
    idOf: (refers) => pointsTo[refers],
    codeOf: sampleCode,
    word: () => unique(),
    serial: GAUGE_SERIAL,
  });

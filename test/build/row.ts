import type { Resource } from '#contract/define.ts';
import { GAUGE_SERIAL, sampleCode } from './code.ts';

let serial = 0;

/** A word that no other row of this run holds. */
export const unique = (prefix = 'T'): string => `${prefix}${Date.now().toString(36)}${++serial}`;

/** A good row of any resource, made from its definition; `pointsTo` are ids of rows to refer to, by resource. */
export function rowOf(
  resource: Resource,
  pointsTo: Readonly<Record<string, number>>,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(resource.fields)) {
    if (field.readOnly || (resource.tree === key && !field.required)) continue;
    if (field.refers !== undefined) {
      const id = pointsTo[field.refers];
      if (id === undefined && !field.required) continue;
      if (id === undefined) throw new Error(`the tests do not know a row of ${field.refers}`);
      row[key] = field.kind === 'references' ? [id] : id;
    } else if (field.options) {
      // Not the first kind of meter: it measures nothing.
      const first = (key === 'deviceType' && field.initial) || Object.keys(field.options)[0];
      row[key] = field.kind === 'choices' ? [first] : first;
    } else if (field.lists) {
      const code = typeof field.initial === 'string' ? field.initial : sampleCode(field.lists);
      row[key] = field.kind === 'codes' ? [code] : code;
    } else if (field.kind === 'integer' || field.kind === 'decimal')
      row[key] = field.initial ?? [1, 2026].find((one) => field.schema.safeParse(one).success);
    else if (field.kind === 'date') row[key] = '2026-01-31';
    else if (field.kind === 'dateTime') row[key] = '2026-01-31T08:00:00.000Z';
    else if (field.kind === 'flag') row[key] = true;
    else if (field.kind === 'structure') row[key] = field.initial;
    else if (typeof field.initial === 'string') row[key] = field.initial;
    else if (key === 'fileName') row[key] = `${unique()}.txt`;
    else if (key === 'registerAddress' || key === 'unitAddress') row[key] = '1';
    else if (/phone/i.test(key)) row[key] = '13800000000';
    else if (key === 'replacedSerno' || (key === 'serNo' && 'verifyTime' in resource.fields))
      row[key] = GAUGE_SERIAL;
    else if (/email/i.test(key)) row[key] = 'someone@example.com';
    else {
      const word = unique()
        .slice(0, field.max ?? 20)
        .slice(-10);
      // Codes of shipped lists have forms of their own.
      const forms = [
        word,
        '990101',
        'A019',
        'https://example.com/board',
        '0399',
        '99',
        '0000000002330020',
        '913100006073581499',
        '13800000000',
      ];
      row[key] = forms.find((one) => field.schema.safeParse(one).success) ?? word;
    }
  }
  return row;
}

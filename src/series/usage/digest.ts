/*
 * The digest of the buckets of a block: of their rows as text. Its columns are named, so that it stays the same when `usage` has another
 * one; whoever adds one to the digest adds a form. Form 1 is what `usage` had when blocks came (decision 259).
 */
const COLUMNS_OF_FORM: Readonly<Record<number, readonly string[]>> = {
  1: [
    'meter_id', 'level', 'ts', 'pp', 'rp', 'qi', 'qo', 'pp1', 'pp2', 'pp3', 'pp4', 'p_sum', 'p_n', 'p_max', 'p_max_at', 'p_min', 'p_min_at',
    'md', 'md_at', 'covered_s', 'flags', 'head_from', 'head_to', 'sd', 'sd_at', 'md_n', 'cz', 'cz1', 'cz2', 'cz3', 'cz4', 'rcz', 'pp5', 'cz5',
  ],
}; // prettier-ignore

/** The form in which digests are written. */
export const DIGEST_FORM = 1;

/** The columns of which the newest form is made. */
export const DIGESTED: readonly string[] = COLUMNS_OF_FORM[DIGEST_FORM] ?? [];

const INSTANTS = new Set(['ts', 'p_max_at', 'p_min_at', 'md_at', 'head_from', 'head_to', 'sd_at']);

/** Instants are written as in UTC, whatever the zone of the session. */
const textOf = (column: string, of: string): string =>
  INSTANTS.has(column) ? `(${of}.${column} at time zone 'UTC')::text || '+00'` : `${of}.${column}`;

/** An aggregate over rows of `usage`. @param of their name in the statement */
export const digestOf = (of: string, form: number = DIGEST_FORM): string =>
  `hashtextextended(string_agg(row(${(COLUMNS_OF_FORM[form] ?? []).map((column) => textOf(column, of)).join(', ')})::text, E'\\n' order by ${of}.ts), 0)`;

/** Whether a block gives back what was sealed: null where its form is not known. @param block its name in the statement */
export const isRight = (block: string): string =>
  `case ${block}.digest_form ${Object.keys(COLUMNS_OF_FORM)
    .map(
      (form) =>
        `when ${form} then (select ${digestOf('s', Number(form))} from usage_sealed(${block}.meter_id, ${block}.level, ${block}.first_ts, ${block}.last_ts + interval '1 second') s) = ${block}.digest`,
    )
    .join(' ')} end`;

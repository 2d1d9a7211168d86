import { createHash } from 'node:crypto';

// A statement's text may hold what a caller chose (columns): a bounded number is kept by every connection.
const MOST_NAMED = 300;
const MOST_COUNTED = 3000;
const USES = 3;

const named = new Map<string, string>();
let counted = new Map<string, number>();

/** The name under which a connection keeps a statement prepared, once its text has come a few times. */
export function statementName(text: string): string | undefined {
  const known = named.get(text);
  if (known !== undefined || named.size >= MOST_NAMED) return known;
  const uses = (counted.get(text) ?? 0) + 1;
  if (uses < USES) {
    if (counted.size >= MOST_COUNTED) counted = new Map();
    counted.set(text, uses);
    return undefined;
  }
  counted.delete(text);
  const name = `m${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  named.set(text, name);
  return name;
}

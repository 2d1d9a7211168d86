/** Deepest nesting of lists and objects that is read from outside; nothing of our own is a quarter as deep. */
export const MOST_DEPTH = 64;

const [QUOTE, ESCAPE, LIST, LIST_END, OBJECT, OBJECT_END] = [34, 92, 91, 93, 123, 125];

/**
 * Whether JSON nests deeper than is read. What is deeper can be parsed, but overflows the stack of whoever walks
 * through it later: the one that checks it, writes it down or stores it.
 */
export function isTooDeep(text: string, most = MOST_DEPTH): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (quoted) {
      if (letter === ESCAPE) i++;
      else if (letter === QUOTE) quoted = false;
    } else if (letter === QUOTE) quoted = true;
    else if (letter === LIST || letter === OBJECT) {
      if (++depth > most) return true;
    } else if (letter === LIST_END || letter === OBJECT_END) depth--;
  }
  return false;
}

/** The value of JSON that came from outside; undefined when it is none or nests too deep. */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

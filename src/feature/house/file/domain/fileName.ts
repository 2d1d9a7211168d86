/** The longest name that is kept, in characters. */
const MAX = 120;

/** Names that Windows keeps for its devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * A file's name as it may be shown and saved anywhere: no folders, no control or direction-changing characters, none
 * that a file system refuses, no device name, not too long; its ending stays.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = last
    // Control, format (direction marks among them), private and surrogate characters.
    .replace(/\p{C}/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const named = plain === '' || RESERVED.test(plain) ? `file${plain === '' ? '' : `-${plain}`}` : plain;
  const letters = Array.from(named);
  if (letters.length <= MAX) return named;
  const ending = /\.[^.]{1,10}$/.exec(named)?.[0] ?? '';
  return letters.slice(0, MAX - ending.length).join('') + ending;
}

/** The ending of a name, lower case, without its dot. */
export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Longer remarks are sentences, not names. */
const LONGEST = 40;

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** A remark that is the name in the other language: short, of one line, in the other script; else null. */
export function otherName(name: string, remark: string | null): string | null {
  const text = (remark ?? '').trim();
  if (text === '' || text.length > LONGEST || /[\n。；;!?！？]/.test(text)) return null;
  return isChinese(text) === isChinese(name) || !/\p{L}/u.test(text) ? null : text;
}

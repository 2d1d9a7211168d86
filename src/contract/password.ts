import type { Text } from './text.ts';

/** Shortest and longest password that is taken, in characters. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 200;

/** A password is changed after so many days at the latest. */
export const PASSWORD_DAYS = 365;

// What guessing programs try first, among those that are long enough.
const COMMON = new Set(
  (
    '12345678 123456789 1234567890 87654321 password password1 passw0rd p@ssw0rd p@ssword qwertyuiop qwerty123 ' +
    '1q2w3e4r 1qaz2wsx zaq12wsx qazwsxedc iloveyou sunshine princess football baseball superman administrator ' +
    'admin123 admin888 admin1234 welcome1 letmein1 abcd1234 abc12345 a1234567 aa123456 asdfghjkl zxcvbnm123 ' +
    '5201314520 woaini1314 meterhouse changeme default1'
  ).split(' '),
);

/** Words of the product, which every guess begins with. */
const PRODUCT = ['meterhouse'];

// Shorter words stand in too many honest passwords; a Chinese name has two letters.
const SHORTEST_WORD = 4;
const SHORTEST_HAN_WORD = 2;

const LOOKS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '!': 'l',
  '|': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
};

/** Letters alone, and those that look like others as these: `M3ter-House` is `meterhouse`. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/./gsu, (letter) => LOOKS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The word of the account or the product that a password is built on; undefined = none. */
function builtOn(password: string, words: readonly string[]): string | undefined {
  const plain = bare(password);
  return [...PRODUCT, ...words].find((word) => {
    const wanted = bare(word);
    const shortest = /\p{Script=Han}/u.test(wanted) ? SHORTEST_HAN_WORD : SHORTEST_WORD;
    return wanted.length >= shortest && plain.includes(wanted);
  });
}

/** One sentence for a person who chooses a password. */
export const PASSWORD_RULE: Text = {
  zh: `${SHORTEST_PASSWORD} 至 ${LONGEST_PASSWORD} 个字符，不能含账号名、本人或企业名称、产品名称，不能是常见密码或单一重复字符`,
  en: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters; without the account's, your own, the enterprise's or the product's name, no common password, not one repeated character`,
};

/**
 * Why a new password is not taken; undefined = it is taken. Length counts, not the mixture of kinds of letters.
 * @param words what is known of the account: its name, the person's, the enterprise's
 * @param old the password so far, where it is known
 */
export function passwordProblem(password: string, words: readonly string[], old?: string): Text | undefined {
  if (password.length < SHORTEST_PASSWORD)
    return { zh: `最少输入${SHORTEST_PASSWORD}个字符`, en: `At least ${SHORTEST_PASSWORD} characters` };
  if (password.length > LONGEST_PASSWORD)
    return { zh: `最多输入${LONGEST_PASSWORD}个字符`, en: `At most ${LONGEST_PASSWORD} characters` };
  const plain = password.toLowerCase();
  const word = builtOn(password, words) ?? words.find((one) => one.toLowerCase() === plain);
  if (word !== undefined)
    return {
      zh: `密码不能包含“${word}”：与账号或产品有关的词最先被猜到`,
      en: `The password may not contain “${word}”: words of the account or the product are guessed first`,
    };
  if (COMMON.has(plain) || new Set(plain).size < 3)
    return { zh: '密码过于常见，容易被猜中', en: 'The password is too common and easily guessed' };
  if (old !== undefined && password === old)
    return { zh: '新密码不能与旧密码相同', en: 'The new password may not be the old one' };
  return undefined;
}

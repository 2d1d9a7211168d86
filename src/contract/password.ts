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

/** One sentence for a person who chooses a password. */
export const PASSWORD_RULE: Text = {
  zh: `${SHORTEST_PASSWORD} 至 ${LONGEST_PASSWORD} 个字符，不能是账号名、常见密码或单一重复字符`,
  en: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters; not the account name, a common password or one repeated character`,
};

/**
 * Why a new password is not taken; undefined = it is taken. Length counts, not the mixture of kinds of letters.
 * @param userName the account's; @param old the password so far, where it is known
 */
export function passwordProblem(password: string, userName: string, old?: string): Text | undefined {
  if (password.length < SHORTEST_PASSWORD)
    return { zh: `最少输入${SHORTEST_PASSWORD}个字符`, en: `At least ${SHORTEST_PASSWORD} characters` };
  if (password.length > LONGEST_PASSWORD)
    return { zh: `最多输入${LONGEST_PASSWORD}个字符`, en: `At most ${LONGEST_PASSWORD} characters` };
  const plain = password.toLowerCase();
  if (plain === userName.toLowerCase())
    return { zh: '密码不能与账号相同', en: 'The password may not be the account name' };
  if (COMMON.has(plain) || new Set(plain).size < 3)
    return { zh: '密码过于常见，容易被猜中', en: 'The password is too common and easily guessed' };
  if (old !== undefined && password === old)
    return { zh: '新密码不能与旧密码相同', en: 'The new password may not be the old one' };
  return undefined;
}

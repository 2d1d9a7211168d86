/**
 * A password as protocol A encrypts it (`pinBlock`): two digits of length, the password, filled with F to 16 characters.
 * @throws RangeError where it is longer than 14 characters or not plain ASCII
 */
export function pinBlock(password: string): string {
  if (!/^[\x21-\x7e]{1,14}$/.test(password)) throw new RangeError('1 to 14 characters of ASCII');
  return `${String(password.length).padStart(2, '0')}${password}`.padEnd(16, 'F');
}

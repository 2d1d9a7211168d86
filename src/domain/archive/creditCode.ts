const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** The check character of the first 17 of a unified social credit code (GB 32100-2015): weights 3^(i-1) mod 31. */
export function creditCheck(code: string): string {
  let weight = 1;
  let sum = 0;
  for (const letter of code.slice(0, 17)) {
    const n = ALPHABET.indexOf(letter) * weight;
    sum += n;
    weight = (weight * 3) % 31;
  }
  return ALPHABET[(31 - (sum % 31)) % 31] ?? '';
}

/** Whether a code of 18 characters bears its right check character. */
export const creditCodeHolds = (code: string): boolean =>
  code.length === 18 && creditCheck(code) === code[17];

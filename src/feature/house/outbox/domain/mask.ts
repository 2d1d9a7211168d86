const DOTS = '••••••';

/** The text with every occurrence of the secret replaced by dots. */
export function masked(text: string, secret: string | null): string {
  return secret === null || secret === '' ? text : text.replaceAll(secret, DOTS);
}

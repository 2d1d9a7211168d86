/** How alike two names are, 0 … 1: share of common letter pairs (Dice), without regard to case and blanks. */
export function likeness(a: string, b: string): number {
  const [left, right] = [letters(a), letters(b)];
  if (left === right) return left === '' ? 0 : 1;
  if (left.length < 2 || right.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < left.length; i++) {
    const pair = left.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let i = 0; i + 1 < right.length; i++) {
    const pair = right.slice(i, i + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    common += 1;
  }
  return (2 * common) / (left.length + right.length - 2);
}

const letters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-#号.·]/g, '');

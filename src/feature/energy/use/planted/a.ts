export const all = (list: { n: number }[]) => list.reduce((sum, one) => sum + one.n, 0);

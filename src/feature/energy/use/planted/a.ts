export function all(list: { ms: number }[]) { let sum = 0; for (const { ms } of list) sum += ms; return sum; }

export function all(step: number) { let n = 0; for (let t = 0; t < 9; t += step) n++; return n; }

import { expect, it } from 'vitest';
import { decodeTelemetry, decoding } from './decode.ts';

const T = Date.UTC(2026, 0, 5);
const entry = (k: number) => ({ ts: T + k, values: { PP: k } });
const bodies = {
  'of as many names': Object.fromEntries(Array.from({ length: 20_000 }, (_, k) => [`F${k}`, entry(k)])),
  'of one name': { F: Array.from({ length: 20_000 }, (_, k) => entry(k)) },
};

it.each(Object.entries(bodies))(
  'a body of 20,000 entries %s is read in steps, so that nobody waits for the whole, and says the same',
  (_what, body) => {
    const names = { zone: 'UTC', devices: new Map() };
    const steps = decoding(body, names, T);
    let n = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) n++;
    expect(n).toBe(20);
    expect(step.value).toEqual(decodeTelemetry(body, names, T));
    expect(step.value?.held).toHaveLength(20_000);
  },
);

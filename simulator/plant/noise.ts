/** A number in [0, 1) that depends on its two keys alone: the plant's only source of chance. */
export function noise(seed: number, key: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul((key | 0) + 0x165667b1, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  h ^= h >>> 15;
  return (h >>> 0) / 4_294_967_296;
}

/** Noise that drifts: smooth between its values at whole numbers of `x`. */
export function drift(seed: number, x: number): number {
  const whole = Math.floor(x);
  const part = x - whole;
  const ease = part * part * (3 - 2 * part);
  return noise(seed, whole) * (1 - ease) + noise(seed, whole + 1) * ease;
}

/** A seed made of another and a name. */
export function seedOf(seed: number, name: string): number {
  let h = seed | 0;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h | 0;
}

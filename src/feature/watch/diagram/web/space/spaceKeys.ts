import type { StageCamera } from './stage/Orbit.tsx';

/** Radians of a key. */
const ANGLE = Math.PI / 24;
const NEARER = 0.85;

/** Turns and zooms a space by a key; false = the key means something else. */
export function lookByKey(camera: StageCamera, key: string, fit: () => void): boolean {
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => camera.orbit(-ANGLE, 0),
    ArrowRight: () => camera.orbit(ANGLE, 0),
    ArrowUp: () => camera.orbit(0, ANGLE),
    ArrowDown: () => camera.orbit(0, -ANGLE),
    '+': () => camera.zoom(NEARER),
    '=': () => camera.zoom(NEARER),
    '-': () => camera.zoom(1 / NEARER),
    '0': fit,
  };
  moves[key]?.();
  return key in moves;
}

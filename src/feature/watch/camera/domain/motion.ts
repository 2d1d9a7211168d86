import type { MotionName } from '../contract.ts';

/** What a camera is told: speeds −1 … 1 of its head, of its lens, or a step of its aperture. */
export type Motion =
  | { readonly part: 'head'; readonly pan: number; readonly tilt: number; readonly zoom: number }
  | { readonly part: 'focus'; readonly speed: number }
  | { readonly part: 'iris'; readonly step: number };

const head = (pan: number, tilt: number, zoom = 0): Motion => ({ part: 'head', pan, tilt, zoom });

/** The fourteen motions; right, up, nearer and open are positive. */
const MOTION: Readonly<Record<MotionName, Motion>> = {
  turnUp: head(0, 1),
  turnDown: head(0, -1),
  turnLeft: head(-1, 0),
  turnRight: head(1, 0),
  turnLeftUp: head(-1, 1),
  turnRightUp: head(1, 1),
  turnLeftDown: head(-1, -1),
  turnRightDown: head(1, -1),
  zoomAdd: head(0, 0, 1),
  zoomMinus: head(0, 0, -1),
  focusAdd: { part: 'focus', speed: 1 },
  focusMinus: { part: 'focus', speed: -1 },
  apertureAdd: { part: 'iris', step: 1 },
  apertureMinus: { part: 'iris', step: -1 },
};

/** A motion at a speed of 0 … 1. */
export function motionOf(name: MotionName, speed: number): Motion {
  const motion = MOTION[name];
  if (motion.part === 'iris') return motion;
  if (motion.part === 'focus') return { ...motion, speed: motion.speed * speed };
  const { pan, tilt, zoom } = motion;
  return { part: 'head', pan: pan * speed, tilt: tilt * speed, zoom: zoom * speed };
}

import { useFrame, useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { type PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { SpacePoint, SpaceView } from '#contract/scene/space.ts';

/** From where one looks, and at what. */
type Eye = Pick<SpaceView, 'eye' | 'at'>;

/** The camera as buttons and keys move it. */
export interface StageCamera {
  /** Goes there in a moment, or at once for whoever wants no motion. */
  readonly look: (to: Eye) => void;
  /** Shows a block whole, from the front and above. */
  readonly fit: (block: { readonly least: SpacePoint; readonly most: SpacePoint }) => void;
  readonly where: () => Eye;
  /** Around what is looked at: radians to the right and up. */
  readonly orbit: (right: number, up: number) => void;
  /** Nearer below 1, farther above. */
  readonly zoom: (factor: number) => void;
  readonly isDragging: (on: boolean) => void;
}

/** Share of the way that is gone in a second, as an exponent. */
const PACE = 5;
const THERE = 0.02;
const cm = (value: number): number => Math.round(value * 100) / 100;
const pointOf = ({ x, y, z }: Vector3): SpacePoint => ({ x: cm(x), y: cm(y), z: cm(z) });
const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Goal {
  readonly eye: Vector3;
  readonly at: Vector3;
}

/** Turned by pointer, wheel and touch; nothing is drawn while it rests. */
export function Orbit({ onReady }: { readonly onReady: (camera: StageCamera) => void }) {
  const camera = useThree((state) => state.camera as PerspectiveCamera);
  const canvas = useThree((state) => state.gl.domElement);
  const invalidate = useThree((state) => state.invalidate);
  const controls = useRef<OrbitControls>(null);
  const goal = useRef<Goal | null>(null);
  useEffect(() => {
    const made = new OrbitControls(camera, canvas);
    controls.current = made;
    made.maxPolarAngle = Math.PI * 0.495;
    made.addEventListener('change', () => invalidate());
    made.addEventListener('start', () => {
      goal.current = null;
    });
    onReady(
      cameraOf(camera, made, (next) => {
        goal.current = next;
        invalidate();
      }),
    );
    return () => made.dispose();
  }, [camera, canvas, invalidate, onReady]);
  useFrame((_, seconds) => {
    const [to, own] = [goal.current, controls.current];
    if (!to || !own) return;
    const share = isStill() ? 1 : 1 - Math.exp(-PACE * Math.min(seconds, 0.1));
    camera.position.lerp(to.eye, share);
    own.target.lerp(to.at, share);
    if (camera.position.distanceTo(to.eye) + own.target.distanceTo(to.at) < THERE) {
      camera.position.copy(to.eye);
      own.target.copy(to.at);
      goal.current = null;
    }
    own.update();
    if (goal.current) invalidate();
  });
  return null;
}

function cameraOf(camera: PerspectiveCamera, controls: OrbitControls, go: (goal: Goal) => void): StageCamera {
  const vector = ({ x, y, z }: SpacePoint): Vector3 => new Vector3(x, y, z);
  /** z is up here, y in spherical places. */
  const around = (change: (place: Spherical) => void): void => {
    const away = camera.position.clone().sub(controls.target);
    const place = new Spherical().setFromVector3(new Vector3(away.x, away.z, -away.y));
    change(place);
    place.phi = Math.min(controls.maxPolarAngle, Math.max(0.01, place.phi));
    const { x, y, z } = new Vector3().setFromSpherical(place);
    camera.position.copy(controls.target).add(new Vector3(x, -z, y));
    controls.update();
  };
  return {
    look: ({ eye, at }) => go({ eye: vector(eye), at: vector(at) }),
    where: () => ({ eye: pointOf(camera.position), at: pointOf(controls.target) }),
    fit: ({ least, most }) => {
      const at = vector(least).add(vector(most)).multiplyScalar(0.5);
      // What stands high is seen smaller than what lies before it.
      at.z = least.z + (most.z - least.z) / 4;
      const size = vector(most).sub(vector(least)).length() / 2;
      const half = (camera.fov / 2) * (Math.PI / 180);
      const far = Math.max(3, (size / Math.sin(half)) * Math.max(0.8, 1 / Math.max(0.5, camera.aspect)));
      go({ at, eye: at.clone().add(new Vector3(-0.45, -0.75, 0.6).normalize().multiplyScalar(far)) });
    },
    orbit: (right, up) =>
      around((place) => {
        place.theta -= right;
        place.phi -= up;
      }),
    zoom: (factor) =>
      around((place) => {
        place.radius = Math.min(10_000, Math.max(0.5, place.radius * factor));
      }),
    isDragging: (on) => {
      controls.enabled = !on;
    },
  };
}

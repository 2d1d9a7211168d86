import { useThree } from '@react-three/fiber';
import { useEffect, useRef } from 'react';
import { Object3D } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { SpacePoint } from '#contract/scene/space.ts';
import type { StageCamera } from './Orbit.tsx';

export type HandleMode = 'translate' | 'rotate' | 'scale';

/** What a handle did since it was taken: metres, degrees about the vertical, factors. */
export interface Handled {
  readonly mode: HandleMode;
  readonly move: SpacePoint;
  readonly turn: number;
  readonly scale: SpacePoint;
}

export interface HandlesProps {
  readonly mode: HandleMode;
  /** The place that is held, m; another object puts the handles anew. */
  readonly at: SpacePoint & { readonly turn: number };
  readonly snap: boolean;
  readonly camera: StageCamera | null;
  readonly onDrag: (handled: Handled) => void;
  readonly onDone: (handled: Handled) => void;
}

/** m, radians and share of a step while things snap. */
const STEP = { move: 0.1, turn: Math.PI / 12, scale: 0.1 } as const;
const DEGREES = 180 / Math.PI;

/** Arrows, ring and cubes at what is chosen: it is moved, turned or sized by them. */
export function Handles({ mode, at, snap, camera: orbit, onDrag, onDone }: HandlesProps) {
  const camera = useThree((state) => state.camera);
  const canvas = useThree((state) => state.gl.domElement);
  const scene = useThree((state) => state.scene);
  const invalidate = useThree((state) => state.invalidate);
  const latest = useRef({ onDrag, onDone });
  useEffect(() => {
    latest.current = { onDrag, onDone };
  });
  useEffect(() => {
    const held = new Object3D();
    held.position.set(at.x, at.y, at.z);
    held.rotation.z = at.turn / DEGREES;
    const controls = new TransformControls(camera, canvas);
    controls.setMode(mode);
    controls.setSpace(mode === 'translate' ? 'world' : 'local');
    controls.setTranslationSnap(snap ? STEP.move : null);
    controls.setRotationSnap(snap ? STEP.turn : null);
    controls.setScaleSnap(snap ? STEP.scale : null);
    // Things in a hall stand upright.
    controls.showX = controls.showY = mode !== 'rotate';
    controls.attach(held);
    const helper = controls.getHelper();
    scene.add(held, helper);
    const handled = (): Handled => ({
      mode,
      move: { x: held.position.x - at.x, y: held.position.y - at.y, z: held.position.z - at.z },
      turn: held.rotation.z * DEGREES - at.turn,
      scale: { x: held.scale.x, y: held.scale.y, z: held.scale.z },
    });
    controls.addEventListener('change', () => invalidate());
    controls.addEventListener('dragging-changed', ({ value }) => orbit?.isDragging(value === true));
    controls.addEventListener('objectChange', () => latest.current.onDrag(handled()));
    controls.addEventListener('mouseUp', () => latest.current.onDone(handled()));
    invalidate();
    return () => {
      orbit?.isDragging(false);
      controls.detach();
      controls.dispose();
      scene.remove(held, helper);
    };
  }, [mode, at, snap, camera, canvas, scene, invalidate, orbit]);
  return null;
}

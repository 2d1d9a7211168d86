import { Canvas, useThree } from '@react-three/fiber';
import { useEffect, useRef, useState } from 'react';
import { Plane, Vector3, type WebGLRenderer } from 'three';
import { roomOf } from '#domain/scene/space/shape.ts';
import { Edges } from './Edges.tsx';
import { Ground } from './Ground.tsx';
import { Handles, type HandlesProps } from './Handles.tsx';
import { Instances } from './Instances.tsx';
import { LabelPlaces, LabelWords } from './Labels.tsx';
import { Models } from './Models.tsx';
import { Orbit, type StageCamera } from './Orbit.tsx';
import { Outlines } from './Outlines.tsx';
import type { StageContent } from './StageContent.ts';
import styles from '../Space.module.css';

export interface StageProps {
  readonly content: StageContent;
  /** m: what is above is cut off; null = nothing is. */
  readonly cut: number | null;
  readonly onCamera: (camera: StageCamera) => void;
  /** Handles at what is chosen, while it is edited. */
  readonly handles: Omit<HandlesProps, 'camera'> | null;
}

/** How the camera stands before the space is fitted. */
const CAMERA = { up: [0, 0, 1], position: [-30, -50, 40], fov: 42, near: 0.1, far: 20_000 } as const;

/** A space drawn by WebGL. It is drawn when something changes, and not while it rests. */
export default function Stage({ content, cut, onCamera, handles }: StageProps) {
  const [camera, setCamera] = useState<StageCamera | null>(null);
  const words = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.stage}>
      <Canvas
        frameloop="demand"
        flat
        dpr={[1, 2]}
        camera={{ ...CAMERA, up: [...CAMERA.up], position: [...CAMERA.position] }}
        onPointerMissed={(event) => {
          if (event.type === 'click') content.onPick(null, false);
        }}
      >
        <ambientLight intensity={2.1} />
        <directionalLight position={[-40, -80, 120]} intensity={1.6} />
        <Section cut={cut} />
        <Ground space={content.space} ink={content.ink} />
        <Instances content={content} />
        <Outlines content={content} />
        <Models content={content} />
        <Edges content={content} />
        <LabelPlaces content={content} host={words} />
        <Orbit onReady={setCamera} />
        <FirstFit content={content} camera={camera} onCamera={onCamera} />
        {handles && <Handles {...handles} camera={camera} />}
      </Canvas>
      <LabelWords content={content} host={words} />
    </div>
  );
}

interface FirstFitProps extends Pick<StageProps, 'content' | 'onCamera'> {
  readonly camera: StageCamera | null;
}

/** Shows the whole space at first. */
function FirstFit({ content: { space, bodies }, camera, onCamera }: FirstFitProps) {
  const isFitted = useRef(false);
  useEffect(() => {
    if (!camera) return;
    onCamera(camera);
    if (!isFitted.current) camera.fit(roomOf(space, bodies));
    isFitted.current = true;
  }, [camera, onCamera, space, bodies]);
  return null;
}

function cutOpen(renderer: WebGLRenderer, cut: number | null): void {
  renderer.clippingPlanes = cut === null ? [] : [new Plane(new Vector3(0, 0, -1), cut)];
}

/** The plane that cuts the space open. */
function Section({ cut }: Pick<StageProps, 'cut'>) {
  const gl = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);
  useEffect(() => {
    cutOpen(gl, cut);
    invalidate();
  }, [gl, cut, invalidate]);
  return null;
}

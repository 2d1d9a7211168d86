import { useMemo } from 'react';
import { Vector3 } from 'three';
import type { Space } from '#contract/scene/space.ts';
import { Lines } from './Edges.tsx';
import type { StageContent } from './StageContent.ts';

/** m between the lines of the ground. */
const STEP = 5;
/** Just below the bodies that stand on it. */
const BELOW = -0.02;

const steps = (length: number): number[] => {
  const half = length / 2;
  const inner = Array.from({ length: Math.floor(half / STEP) + 1 }, (_, i) => i * STEP);
  return [...new Set([...inner, ...inner.map((one) => -one), half, -half])];
};

/** The ground with a line each five metres, and the border of each floor above it. */
export function Ground({ space, ink }: Pick<StageContent, 'space' | 'ink'>) {
  const { width, depth } = space;
  const grid = useMemo(() => gridOf(width, depth), [width, depth]);
  const floors = useMemo(() => space.floors.flatMap((one) => borderOf(space, one)), [space]);
  return (
    <>
      <mesh position={[0, 0, BELOW]} raycast={() => null}>
        <planeGeometry args={[width, depth]} />
        <meshBasicMaterial color={ink('quiet')} transparent opacity={0.1} depthWrite={false} />
      </mesh>
      <Lines places={grid} color={ink('quiet')} opacity={0.3} />
      <Lines places={floors} color={ink('accent')} opacity={0.35} />
    </>
  );
}

function gridOf(width: number, depth: number): Vector3[] {
  const [x, y] = [width / 2, depth / 2];
  return [
    ...steps(width).flatMap((at) => [new Vector3(at, -y, BELOW), new Vector3(at, y, BELOW)]),
    ...steps(depth).flatMap((at) => [new Vector3(-x, at, BELOW), new Vector3(x, at, BELOW)]),
  ];
}

function borderOf({ width, depth }: Space, { z, hidden }: Space['floors'][number]): Vector3[] {
  if (z === 0 || hidden) return [];
  const [x, y] = [width / 2, depth / 2];
  const corners = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ] as const;
  return corners.flatMap(([a, b], i) => {
    const [c, d] = corners[(i + 1) % 4] ?? [a, b];
    return [new Vector3(a, b, z), new Vector3(c, d, z)];
  });
}

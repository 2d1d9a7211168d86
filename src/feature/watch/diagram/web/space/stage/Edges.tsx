import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { BufferGeometry, type Vector3 } from 'three';
import { floorsOf, footOf } from '#domain/scene/space/shape.ts';
import { edgesOf, roundRing } from './parts.ts';
import type { StageContent } from './StageContent.ts';

/** The edges of bodies, and a frame around each that is chosen. */
export function Edges({ content }: { readonly content: StageContent }) {
  const { space, bodies, paints, chosen, ink } = content;
  const [edges, frames] = useMemo(() => {
    const floors = floorsOf(space);
    const of = (id: string): number => paints.get(id)?.turn ?? 0;
    const marked = bodies.filter(({ id }) => chosen.has(id));
    return [
      bodies.flatMap((one) => edgesOf(one, footOf(one, floors), of(one.id))),
      marked.flatMap((one) => edgesOf(one, footOf(one, floors), of(one.id), roundRing(one))),
    ];
  }, [space, bodies, paints, chosen]);
  return (
    <>
      <Lines places={edges} color={ink('line')} opacity={0.45} />
      <Lines places={frames} color={ink('accent')} opacity={1} above />
    </>
  );
}

interface LinesProps {
  /** Each pair is a line. */
  readonly places: readonly Vector3[];
  readonly color: string;
  readonly opacity: number;
  /** Seen through whatever stands before it. */
  readonly above?: boolean;
}

/** Lines that nothing is pressed by. */
export function Lines({ places, color, opacity, above = false }: LinesProps) {
  const invalidate = useThree((state) => state.invalidate);
  const geometry = useMemo(() => new BufferGeometry().setFromPoints([...places]), [places]);
  useEffect(() => {
    invalidate();
    return () => geometry.dispose();
  }, [geometry, invalidate]);
  return (
    <lineSegments geometry={geometry} raycast={() => null} renderOrder={above ? 2 : 1} frustumCulled={false}>
      <lineBasicMaterial color={color} transparent opacity={opacity} depthTest={!above} />
    </lineSegments>
  );
}

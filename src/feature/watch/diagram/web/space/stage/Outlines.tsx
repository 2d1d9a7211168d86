import { useEffect, useMemo } from 'react';
import { DoubleSide, ExtrudeGeometry, Shape } from 'three';
import type { BodyOf } from '#contract/scene/space.ts';
import { floorsOf, footOf } from '#domain/scene/space/shape.ts';
import { GLASS } from './Instances.tsx';
import { frameOf } from './parts.ts';
import { pickedBy } from './picked.ts';
import type { StageContent } from './StageContent.ts';

/** Bodies that are drawn up from an outline of the plan. */
export function Outlines({ content }: { readonly content: StageContent }) {
  const floors = floorsOf(content.space);
  return content.bodies.flatMap((one) =>
    one.type === 'outline'
      ? [<Extruded key={one.id} body={one} foot={footOf(one, floors)} content={content} />]
      : [],
  );
}

interface ExtrudedProps {
  readonly body: BodyOf<'outline'>;
  /** m */
  readonly foot: number;
  readonly content: StageContent;
}

function Extruded({ body, foot, content: { paints, colorOf, onPick } }: ExtrudedProps) {
  const { points, h } = body;
  const geometry = useMemo(() => {
    const shape = new Shape();
    for (const [i, { x, y }] of points.entries())
      if (i === 0) shape.moveTo(x, y);
      else shape.lineTo(x, y);
    return new ExtrudeGeometry(shape, { depth: h, bevelEnabled: false });
  }, [points, h]);
  useEffect(() => () => geometry.dispose(), [geometry]);
  const frame = frameOf(body, foot, paints.get(body.id)?.turn);
  const glass = body.glass === true;
  return (
    <mesh
      geometry={geometry}
      matrixAutoUpdate={false}
      matrix={frame}
      userData={{ glass }}
      onClick={(event) => pickedBy(event, body.id, onPick)}
    >
      <meshLambertMaterial
        color={colorOf(body)}
        transparent={glass}
        opacity={glass ? GLASS : 1}
        depthWrite={!glass}
        side={DoubleSide}
      />
    </mesh>
  );
}

import { type ThreeEvent, useThree } from '@react-three/fiber';
import { useLayoutEffect, useMemo, useRef } from 'react';
import {
  BoxGeometry,
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  type InstancedMesh,
  SphereGeometry,
} from 'three';
import type { SpaceBody } from '#contract/scene/space.ts';
import { floorsOf, footOf } from '#domain/scene/space/shape.ts';
import { type Part, PART_KINDS, type PartKind, partsOf } from './parts.ts';
import { pickedBy } from './picked.ts';
import type { StageContent } from './StageContent.ts';

/** Shapes of size 1 along z. */
const GEOMETRY: Readonly<Record<PartKind, BufferGeometry>> = {
  box: new BoxGeometry(1, 1, 1),
  cylinder: new CylinderGeometry(1, 1, 1, 32).rotateX(Math.PI / 2),
  sphere: new SphereGeometry(1, 24, 16),
  cone: new ConeGeometry(1, 1, 20).rotateX(Math.PI / 2),
};
/** Whoever looks through glass sees so much of it. */
export const GLASS = 0.1;

interface Placed {
  readonly body: SpaceBody;
  readonly part: Part;
}

/** All bodies that are put together of simple shapes: one draw for each shape, and one for those of glass. */
export function Instances({ content }: { readonly content: StageContent }) {
  const { space, bodies, paints } = content;
  const placed = useMemo(() => {
    const floors = floorsOf(space);
    return bodies.flatMap((body): Placed[] => {
      const paint = paints.get(body.id) ?? { turn: 0, flow: 0 as const };
      return partsOf(body, footOf(body, floors), paint).map((part) => ({ body, part }));
    });
  }, [space, bodies, paints]);
  return PART_KINDS.flatMap((kind) =>
    [false, true].map((glass) => {
      const own = placed.filter(({ body, part }) => part.kind === kind && (body.glass === true) === glass);
      return own.length === 0 ? null : (
        <OneKind key={`${kind} ${glass}`} kind={kind} glass={glass} placed={own} content={content} />
      );
    }),
  );
}

interface OneKindProps {
  readonly kind: PartKind;
  readonly glass: boolean;
  readonly placed: readonly Placed[];
  readonly content: StageContent;
}

/** Room for instances grows by doubling: what has room is kept. */
const roomFor = (count: number): number => 2 ** Math.ceil(Math.log2(Math.max(16, count)));

function OneKind({ kind, glass, placed, content: { colorOf, onPick } }: OneKindProps) {
  const mesh = useRef<InstancedMesh>(null);
  const invalidate = useThree((state) => state.invalidate);
  const room = roomFor(placed.length);
  useLayoutEffect(() => {
    const { current } = mesh;
    if (!current) return;
    const color = new Color();
    for (const [i, { body, part }] of placed.entries()) {
      current.setMatrixAt(i, part.matrix);
      current.setColorAt(i, color.set(colorOf(body)));
    }
    current.count = placed.length;
    current.instanceMatrix.needsUpdate = true;
    if (current.instanceColor) current.instanceColor.needsUpdate = true;
    // What is met by a press is found within these bounds.
    current.computeBoundingSphere();
    invalidate();
  }, [placed, colorOf, room, invalidate]);
  const onClick = (event: ThreeEvent<MouseEvent>): void => {
    const body = placed[event.instanceId ?? -1]?.body;
    if (body) pickedBy(event, body.id, onPick);
  };
  return (
    <instancedMesh
      key={room}
      ref={mesh}
      args={[GEOMETRY[kind], undefined, room]}
      frustumCulled={false}
      userData={{ glass }}
      onClick={onClick}
    >
      <meshLambertMaterial transparent={glass} opacity={glass ? GLASS : 1} depthWrite={!glass} />
    </instancedMesh>
  );
}

import { useThree } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Group, type Material, Mesh, MeshLambertMaterial, TextureLoader } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { BodyOf } from '#contract/scene/space.ts';
import { floorsOf, footOf } from '#domain/scene/space/shape.ts';
import { fetchFile } from '#web/api.ts';
import { AREA } from '../../sceneQuery.ts';
import { frameOf } from './parts.ts';
import { pickedBy } from './picked.ts';
import type { StageContent } from './StageContent.ts';

/** Pictures within a file are read as pictures: what a page may load from itself by script does not hold for them. */
const loader = new GLTFLoader().register((parser) => {
  (parser as unknown as { textureLoader: TextureLoader }).textureLoader = new TextureLoader(
    parser.options.manager,
  );
  return { name: 'pictures' };
});

async function loadModel(diagramId: number, modelId: number, signal: AbortSignal): Promise<Group> {
  const { blob } = await fetchFile(`${AREA}/getModel`, { id: diagramId, modelId }, { quiet: true, signal });
  const { scene } = await loader.parseAsync(await blob.arrayBuffer(), '');
  return scene;
}

/** Bodies that were made elsewhere. */
export function Models({ content }: { readonly content: StageContent }) {
  const floors = floorsOf(content.space);
  return content.bodies.flatMap((one) =>
    one.type === 'model'
      ? [<Model key={one.id} body={one} foot={footOf(one, floors)} content={content} />]
      : [],
  );
}

interface ModelProps {
  readonly body: BodyOf<'model'>;
  /** m */
  readonly foot: number;
  readonly content: StageContent;
}

function Model({ body, foot, content }: ModelProps) {
  const { diagramId, paints, colorOf, isTinted, ink, onPick } = content;
  const invalidate = useThree((state) => state.invalidate);
  const loaded = useQuery({
    queryKey: [AREA, 'getModel', diagramId, body.modelId],
    queryFn: ({ signal }) => loadModel(diagramId, body.modelId, signal),
    // A model is what it is.
    staleTime: Infinity,
    structuralSharing: false,
  });
  const shape = useMemo(() => loaded.data?.clone(true), [loaded.data]);
  const tint = isTinted(body) ? colorOf(body) : null;
  useEffect(() => {
    if (!shape) return;
    const coat = tint === null ? null : new MeshLambertMaterial({ color: tint });
    const before = new Map<Mesh, Material | Material[]>();
    shape.traverse((one) => {
      if (!(one instanceof Mesh) || !coat) return;
      before.set(one, one.material as Material | Material[]);
      one.material = coat;
    });
    invalidate();
    return () => {
      for (const [mesh, material] of before) mesh.material = material;
      coat?.dispose();
    };
  }, [shape, tint, invalidate]);
  return (
    <group
      matrixAutoUpdate={false}
      matrix={frameOf(body, foot, paints.get(body.id)?.turn)}
      onClick={(event) => pickedBy(event, body.id, onPick)}
    >
      {shape ? (
        // In glTF y is up.
        <primitive object={shape} rotation={[Math.PI / 2, 0, 0]} scale={body.scale} />
      ) : (
        <mesh position={[0, 0, 0.5]}>
          <boxGeometry />
          <meshBasicMaterial wireframe color={ink(loaded.error ? 'alarm' : 'quiet')} />
        </mesh>
      )}
    </group>
  );
}

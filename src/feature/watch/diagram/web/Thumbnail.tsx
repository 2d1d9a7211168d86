import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import { isSpace } from '#contract/scene/space.ts';
import type { Names } from '#domain/scene/label.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { DiagramHead } from '../contract.ts';
import { namesOf } from './calls.ts';
import { sceneQuery } from './sceneQuery.ts';
import styles from './Diagram.module.css';
import { ONE_LINE } from './paths.ts';
import type { Tried } from './scene/SeenKeeper.ts';
import { useSceneView } from './scene/useSceneView.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';
import { useSceneValues } from './useSceneValues.ts';

const HEIGHT = 320;
const NOTHING_TRIED: Tried = new Map();

/** The published picture of a flat diagram as it stands now, small; it leads to the viewer. */
export function Thumbnail({ id }: { readonly id: number }) {
  const t = useDiagramTexts();
  const found = useQuery(sceneQuery(id, { published: 1 }));
  const names = useMemo(() => namesOf(found.data), [found.data]);
  if (found.error && !found.data)
    return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={HEIGHT} />;
  if (!found.data) return <LoadingState height={HEIGHT} />;
  const { scene, version, diagram } = found.data;
  if (!scene || !version || isSpace(scene)) return <EmptyState why={t('notPublished')} height={HEIGHT} />;
  return (
    <div className={styles.thumbnail}>
      <Still key={`${id} ${version.no}`} diagram={diagram} no={version.no} scene={scene} names={names} />
      {/* Over the picture, whose words are no name of a link. */}
      <GoLink
        goal={{ to: ONE_LINE, search: { diagram: id } }}
        className={styles.cover}
        aria-label={t('openPicture', { name: diagram.diagramName })}
      >
        {null}
      </GoLink>
    </div>
  );
}

interface StillProps {
  readonly diagram: DiagramHead;
  readonly no: number;
  readonly scene: Scene;
  readonly names: Names;
}

/** A picture with its values that nobody moves. */
function Still({ diagram: { monitorDiagramId: id, consumerId }, no, scene, names }: StillProps) {
  const { host, view } = useSceneView(scene, names, `${id} ${no}`);
  useSceneValues(view, scene, { id, no, consumerId, at: null, tried: NOTHING_TRIED });
  return <div ref={host} className={styles.still} />;
}

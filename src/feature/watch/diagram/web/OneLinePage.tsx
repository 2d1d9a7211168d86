import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isSpace } from '#contract/scene/space.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { FLAT } from '../contract.ts';
import { namesOf } from './calls.ts';
import { sceneQuery } from './sceneQuery.ts';
import { type Chosen, ChosenDiagram, DiagramSelect } from './ChosenDiagram.tsx';
import { LivePicture } from './LivePicture.tsx';
import { EDITOR } from './paths.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';

/** The published pictures of an enterprise, one of them shown. */
export default function OneLinePage() {
  return (
    <ChosenDiagram panelType={FLAT} published>
      {(chosen) => <Published key={chosen.id} {...chosen} />}
    </ChosenDiagram>
  );
}

function Published({ id, rows, at, onChange }: Chosen) {
  const t = useDiagramTexts();
  const found = useQuery(sceneQuery(id, { published: 1 }));
  const names = useMemo(() => namesOf(found.data), [found.data]);
  const select = (
    <DiagramSelect
      id={id}
      rows={rows}
      onChoose={(diagram) => onChange({ diagram, at: undefined }, { push: true })}
    />
  );
  if (found.error)
    return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={400} />;
  if (!found.data) return <LoadingState height={400} />;
  const { scene, version, diagram } = found.data;
  if (!scene || !version || isSpace(scene))
    return (
      <Panel title={select}>
        <EmptyState why={t('notPublished')} next={t('notPublishedNext')} height={360}>
          <GoLink goal={{ to: EDITOR, search: { diagram: id } }}>{t('edit')}</GoLink>
        </EmptyState>
      </Panel>
    );
  return (
    <LivePicture
      key={`${id} ${version.no}`}
      diagram={diagram}
      no={version.no}
      scene={scene}
      names={names}
      at={at}
      select={select}
      onAt={(instant) => onChange({ at: instant ?? undefined })}
    />
  );
}

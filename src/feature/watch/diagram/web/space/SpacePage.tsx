import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isSpace } from '#contract/scene/space.ts';
import { useAddress } from '#web/address.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { IN_SPACE } from '../../contract.ts';
import { readHeat } from '../address.ts';
import { namesOf } from '../calls.ts';
import { sceneQuery } from '../sceneQuery.ts';
import { type Chosen, ChosenDiagram, DiagramSelect } from '../ChosenDiagram.tsx';
import { SPACE_EDITOR } from '../paths.ts';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { LiveSpace } from './LiveSpace.tsx';

/** The published pictures in space of an enterprise, one of them shown. */
export default function SpacePage() {
  return (
    <ChosenDiagram panelType={IN_SPACE} published>
      {(chosen) => <Published key={chosen.id} {...chosen} />}
    </ChosenDiagram>
  );
}

function Published({ id, rows, at, onChange }: Chosen) {
  const t = useDiagramTexts();
  const [{ heat }, changeHeat] = useAddress(readHeat);
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
  if (!scene || !version || !isSpace(scene))
    return (
      <Panel title={select}>
        <EmptyState why={t('notPublished')} next={t('notPublishedSpace')} height={360}>
          <GoLink goal={{ to: SPACE_EDITOR, search: { diagram: id } }}>{t('edit')}</GoLink>
        </EmptyState>
      </Panel>
    );
  return (
    <LiveSpace
      key={`${id} ${version.no}`}
      diagram={diagram}
      no={version.no}
      space={scene}
      names={names}
      at={at}
      heat={heat}
      select={select}
      onAt={(instant) => onChange({ at: instant ?? undefined })}
      onHeat={(figure) => changeHeat({ heat: figure ?? undefined })}
    />
  );
}

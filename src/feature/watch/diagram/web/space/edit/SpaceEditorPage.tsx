import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { emptySpace, type Space } from '#contract/scene/space.ts';
import { get } from '#web/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { IN_SPACE, type SceneAnswer } from '../../../contract.ts';
import { namesOf } from '../../calls.ts';
import { AREA } from '../../sceneQuery.ts';
import { ChosenDiagram, DiagramSelect } from '../../ChosenDiagram.tsx';
import editorStyles from '../../editor/Editor.module.css';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import { SpaceEditor } from './SpaceEditor.tsx';

/** The editor of pictures in space (specification 2 section 2, ht3DEditor). */
export default function SpaceEditorPage() {
  return (
    <ChosenDiagram panelType={IN_SPACE}>
      {({ id, rows, onChange }) => (
        <div className={editorStyles.bench}>
          <DiagramSelect id={id} rows={rows} onChoose={(diagram) => onChange({ diagram }, { push: true })} />
          <Loaded key={id} id={id} />
        </div>
      )}
    </ChosenDiagram>
  );
}

function Loaded({ id }: { readonly id: number }) {
  const t = useDiagramTexts();
  const [round, setRound] = useState(0);
  // What is edited stays as it was loaded, whatever others save meanwhile, until it is loaded again.
  const found = useQuery({
    queryKey: [AREA, 'edited', id, round],
    queryFn: ({ signal }) => get<SceneAnswer<Space>>(`${AREA}/getScene`, { id }, { quiet: true, signal }),
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  const names = useMemo(() => namesOf(found.data), [found.data]);
  if (found.error)
    return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={400} />;
  if (!found.data || !found.isFetchedAfterMount) return <LoadingState height={400} />;
  const { diagram, scene, version } = found.data;
  return (
    <SpaceEditor
      key={round}
      diagram={diagram}
      first={scene ?? emptySpace(t('groundFloor'))}
      base={version?.no ?? 0}
      names={names}
      onReload={() => setRound(round + 1)}
    />
  );
}

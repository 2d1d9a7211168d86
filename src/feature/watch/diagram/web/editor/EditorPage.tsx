import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { emptyScene } from '#contract/scene/scene.ts';
import { LAYERS } from '#domain/scene/oneLine.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { get } from '#web/api.ts';
import { useAddress } from '#web/address.ts';
import { titleOf } from '#web/resource/target.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SceneAnswer } from '../../contract.ts';
import { readDiagram } from '../address.ts';
import { AREA, diagramsQuery, namesOf } from '../calls.ts';
import styles from '../Diagram.module.css';
import { useDiagramTexts } from '../useDiagramTexts.ts';
import { Editor } from './Editor.tsx';

/** The editor of flat pictures (specification 2 section 2, ht2DEditor). */
export default function EditorPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Bench key={consumer.orgId} consumerId={consumer.orgId} />;
}

function Bench({ consumerId }: { readonly consumerId: number }) {
  const t = useDiagramTexts();
  const [address, change] = useAddress(readDiagram);
  const list = useQuery(diagramsQuery(consumerId));
  const rows = list.data ?? [];
  const id = address.diagram ?? rows[0]?.id ?? null;
  if (list.error)
    return <ErrorState what={list.error.message} onRetry={() => void list.refetch()} height={400} />;
  if (!list.data) return <LoadingState height={400} />;
  if (id === null)
    return (
      <Panel>
        <EmptyState why={t('noDiagram')} next={t('noDiagramNext')} height={360}>
          <GoLink goal={{ to: monitorDiagram.screen }}>{t('diagrams')}</GoLink>
        </EmptyState>
      </Panel>
    );
  return (
    <div className={styles.bench}>
      <select
        aria-label={t('picture')}
        value={id}
        onChange={(event) => change({ diagram: Number(event.target.value) }, { push: true })}
      >
        {rows.map((row) => (
          <option key={row.id} value={row.id}>
            {titleOf(monitorDiagram, row)}
          </option>
        ))}
      </select>
      <Loaded key={id} id={id} />
    </div>
  );
}

function Loaded({ id }: { readonly id: number }) {
  const [round, setRound] = useState(0);
  // What is edited stays as it was loaded, whatever others save meanwhile, until it is loaded again.
  const found = useQuery({
    queryKey: [AREA, 'edited', id, round],
    queryFn: ({ signal }) => get<SceneAnswer>(`${AREA}/getScene`, { id }, { quiet: true, signal }),
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
    <Editor
      key={round}
      diagram={diagram}
      first={scene ?? emptyScene(LAYERS)}
      base={version?.no ?? 0}
      names={names}
      onReload={() => setRound(round + 1)}
    />
  );
}

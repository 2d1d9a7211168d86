import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAddress } from '#web/address.ts';
import { monitorDiagram } from '#resource/archive/monitorDiagram.ts';
import { titleOf } from '#web/resource/target.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { readDiagram } from './address.ts';
import { diagramsQuery, namesOf, sceneQuery } from './calls.ts';
import { LivePicture } from './LivePicture.tsx';
import { EDITOR } from './paths.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';

/** The published pictures of an enterprise, one of them shown. */
export default function OneLinePage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Pictures key={consumer.orgId} consumerId={consumer.orgId} />;
}

function Pictures({ consumerId }: { readonly consumerId: number }) {
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
  return <Published key={id} id={id} rows={rows} at={address.at} onChange={change} />;
}

interface PublishedProps {
  readonly id: number;
  readonly rows: readonly ResourceRow[];
  readonly at: number | null;
  readonly onChange: (part: { diagram?: unknown; at?: unknown }, options?: { push?: boolean }) => void;
}

function Published({ id, rows, at, onChange }: PublishedProps) {
  const t = useDiagramTexts();
  const found = useQuery(sceneQuery(id, { published: 1 }));
  const names = useMemo(() => namesOf(found.data), [found.data]);
  const select = (
    <select
      aria-label={t('picture')}
      value={id}
      onChange={(event) => onChange({ diagram: Number(event.target.value), at: undefined }, { push: true })}
    >
      {rows.map((row) => (
        <option key={row.id} value={row.id}>
          {titleOf(monitorDiagram, row)}
        </option>
      ))}
    </select>
  );
  if (found.error)
    return <ErrorState what={found.error.message} onRetry={() => void found.refetch()} height={400} />;
  if (!found.data) return <LoadingState height={400} />;
  const { scene, version, diagram } = found.data;
  if (!scene || !version)
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

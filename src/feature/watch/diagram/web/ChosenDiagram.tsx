import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DIAGRAM } from '#contract/diagram.ts';
import { useAddress } from '#web/address.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { type DiagramHead, FLAT } from '../contract.ts';
import { readDiagram } from './address.ts';
import { diagramsQuery, diagramTitle } from './calls.ts';
import { sceneQuery } from './sceneQuery.ts';
import { useDiagramTexts } from './useDiagramTexts.ts';

/** The picture that the address names, or the first of the enterprise. */
export interface Chosen {
  readonly id: number;
  readonly rows: readonly ResourceRow[];
  /** The instant that is shown, ms; null = now. */
  readonly at: number | null;
  readonly onChange: (part: { diagram?: unknown; at?: unknown }, options?: { push?: boolean }) => void;
}

interface ChosenDiagramProps {
  /** `FLAT` or `IN_SPACE`. */
  readonly panelType: string;
  /** The published picture is shown: it is asked for together with the list. */
  readonly published?: boolean;
  readonly children: (chosen: Chosen) => ReactNode;
}

/** One of the pictures of the enterprise; says so where there is no enterprise or no picture. */
export function ChosenDiagram({ panelType, published = false, children }: ChosenDiagramProps) {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return (
    <Listed key={consumer.orgId} consumerId={consumer.orgId} panelType={panelType} published={published}>
      {children}
    </Listed>
  );
}

type ListedProps = Required<ChosenDiagramProps> & { readonly consumerId: number };

function Listed({ consumerId, panelType, published, children }: ListedProps) {
  const t = useDiagramTexts();
  const [address, change] = useAddress(readDiagram);
  const list = useQuery(diagramsQuery(consumerId, panelType));
  const named = useQuery({
    ...sceneQuery(address.diagram ?? 0, { published: 1 }),
    enabled: published && address.diagram !== null,
  });
  const head = named.data?.diagram;
  const own = head?.consumerId === consumerId && head.panelType === panelType ? rowOf(head) : null;
  // The picture that the address names is shown before the others that could be chosen are known.
  const rows = list.data ?? (own ? [own] : []);
  const flat = panelType === FLAT;
  // A diagram of another kind, or of another enterprise, is none of this screen.
  const id = rows.find((row) => row.id === address.diagram)?.id ?? rows[0]?.id ?? null;
  if (list.error && rows.length === 0)
    return <ErrorState what={list.error.message} onRetry={() => void list.refetch()} height={400} />;
  if (!list.data && !own) return <LoadingState height={400} />;
  if (id === null)
    return (
      <Panel>
        <EmptyState
          why={t(flat ? 'noDiagram' : 'noSpace')}
          next={t(flat ? 'noDiagramNext' : 'noSpaceNext')}
          height={360}
        >
          <GoLink goal={{ to: DIAGRAM.screen }}>{t('diagrams')}</GoLink>
        </EmptyState>
      </Panel>
    );
  return children({ id, rows, at: address.at, onChange: change });
}

const rowOf = ({ monitorDiagramId, diagramName }: DiagramHead): ResourceRow => ({
  id: monitorDiagramId,
  diagramName,
});

interface DiagramSelectProps extends Pick<Chosen, 'id' | 'rows'> {
  readonly onChoose: (id: number) => void;
}

/** Chooses another picture. */
export function DiagramSelect({ id, rows, onChoose }: DiagramSelectProps) {
  const t = useDiagramTexts();
  return (
    <select aria-label={t('picture')} value={id} onChange={(event) => onChoose(Number(event.target.value))}>
      {rows.map((row) => (
        <option key={row.id} value={row.id}>
          {diagramTitle(row)}
        </option>
      ))}
    </select>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { orgUnit } from '#resource/sys/orgUnit.ts';
import { ApiError } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { postConfirmed } from '#web/resource/postConfirmed.tsx';
import { allQuery } from '#web/resource/rows.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { shownName } from '#web/text/secondName.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useOneAtATime } from '#web/ui/useOneAtATime.ts';
import type { Arranged, Line } from './arrange.ts';
import { arranged, treeQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Object.module.css';
import { TreeBox } from './TreeBox.tsx';
import type { Step } from './TreeBox.tsx';
import { useObjectTexts } from './useObjectTexts.ts';

const TYPES = orgUnit.fields.orgType.options ?? {};

/** The units of an enterprise, to be put in order, beside its stations. */
export default function StationTreePage() {
  const t = useObjectTexts();
  const say = useText();
  const { consumer } = useConsumer();
  const consumerId = consumer?.orgId ?? null;
  const mayEdit = useMay('sys.orgUnit.edit');
  const [selected, setSelected] = useState<number | null>(null);
  const units = useQuery({
    ...allQuery(orgUnit, [{ field: 'consumerId', op: 'eq', value: consumerId ?? 0 }]),
    enabled: consumerId !== null,
  });
  const stations = useQuery(treeQuery(consumerId));
  const nodes = useMemo(() => {
    const rows = units.data ?? [];
    const under = (parentId: number | null): Arranged[] =>
      rows
        .filter((row) => (row['parentId'] ?? null) === parentId)
        .toSorted((a, b) => Number(a['ix']) - Number(b['ix']) || a.id - b.id)
        .map((row: ResourceRow) => ({
          id: row.id,
          name: shownName(String(row['orgName']), row['orgNameEn'] as string | null),
          code: String(row['orgCode']),
          kind: say(TYPES[String(row['orgType'])] ?? { zh: '', en: '' }),
          children: under(row.id),
        }));
    return under(null);
  }, [units.data, say]);
  const stationNodes = useMemo(() => arranged(stations.data ?? [], say), [stations.data, say]);

  const [moving, oneAtATime] = useOneAtATime();
  const put = (id: number, place: { parentId?: number; ix: number }): Promise<void> =>
    oneAtATime(async () => {
      try {
        if (await postConfirmed('sys/orgUnit/editIx', { id, ...place })) notify('success', t('saved'));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notifyError(error.message);
      } finally {
        // Both trees at once, as the order of the units may be that of the stations' reports; the rest when it is shown.
        await queryClient.invalidateQueries({ refetchType: 'none' });
        await Promise.all([units.refetch(), stations.refetch()]);
      }
    });
  const step = ({ node, at, of, parentId }: Line, how: Step): void => {
    const siblings = siblingsAt(nodes, parentId);
    if (how === 'up' && at > 0) void put(node.id, { ix: at - 1 });
    else if (how === 'down' && at < of - 1) void put(node.id, { ix: at + 1 });
    else if (how === 'degrade' && at > 0) {
      const above = siblings[at - 1];
      if (above) void put(node.id, { parentId: above.id, ix: above.children.length });
    } else if (how === 'upgrade' && parentId !== null) {
      const parent = placeOf(nodes, parentId);
      if (parent) void put(node.id, { parentId: parent.parentId ?? 0, ix: parent.at + 1 });
    }
  };
  if (consumerId === null) return <NoConsumer />;
  return (
    <div className={kit.halves}>
      <Panel
        title={t('units')}
        extra={<Link to={'/SDNOperationAdmin/SDNOrgUnit' as never}>{t('toUnits')}</Link>}
      >
        {units.isPending ? (
          <LoadingState height={200} />
        ) : units.isError ? (
          <ErrorState what={units.error.message} onRetry={() => void units.refetch()} height={200} />
        ) : nodes.length === 0 ? (
          <EmptyState why={t('noUnits')} next={t('noUnitsNext')} height={200} />
        ) : (
          <TreeBox
            label={t('units')}
            nodes={nodes}
            selected={selected}
            onSelect={setSelected}
            onMove={
              mayEdit ? (id, { parentId, ix }) => void put(id, { parentId: parentId ?? 0, ix }) : undefined
            }
            onStep={mayEdit ? step : undefined}
            busy={moving}
          />
        )}
        {selected !== null && placeOf(nodes, selected) && (
          <p className={styles.foot}>
            <PageLink kind="unit" id={selected}>
              {t('openPage')}
            </PageLink>
          </p>
        )}
        {mayEdit && <p className={styles.foot}>{t('keys')}</p>}
      </Panel>
      <Panel
        title={t('stationTree')}
        extra={<Link to={'/SDNEquipment/SDNMonitorObject' as never}>{t('title')}</Link>}
      >
        {stations.isPending ? (
          <LoadingState height={200} />
        ) : stations.isError ? (
          <ErrorState what={stations.error.message} onRetry={() => void stations.refetch()} height={200} />
        ) : stationNodes.length === 0 ? (
          <EmptyState why={t('none')} next={t('noneNext')} height={200} />
        ) : (
          <TreeBox label={t('stationTree')} nodes={stationNodes} selected={selected} onSelect={setSelected} />
        )}
        {selected !== null && placeOf(stationNodes, selected) && (
          <p className={styles.foot}>
            <PageLink kind="object" id={selected}>
              {t('openPage')}
            </PageLink>
          </p>
        )}
      </Panel>
    </div>
  );
}

function siblingsAt(nodes: readonly Arranged[], parentId: number | null): readonly Arranged[] {
  if (parentId === null) return nodes;
  for (const node of nodes) {
    if (node.id === parentId) return node.children;
    const there = siblingsAt(node.children, parentId);
    if (there.length > 0) return there;
  }
  return [];
}

function placeOf(
  nodes: readonly Arranged[],
  id: number,
  parentId: number | null = null,
): { readonly parentId: number | null; readonly at: number } | undefined {
  const at = nodes.findIndex((node) => node.id === id);
  if (at >= 0) return { parentId, at };
  for (const node of nodes) {
    const there = placeOf(node.children, id, node.id);
    if (there) return there;
  }
  return undefined;
}

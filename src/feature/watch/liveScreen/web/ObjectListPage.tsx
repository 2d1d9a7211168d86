import { useQuery } from '@tanstack/react-query';
import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import { MISSING } from '#domain/figure/number.ts';
import type { ObjectNode } from '#feature/meters/monitorObject/contract.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { readThings } from './address.ts';
import { objectsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { ObjectDrawer } from './ObjectDrawer.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

/** The monitored objects of an enterprise, each with its popup. */
export default function ObjectListPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Page consumerId={consumer.orgId} />;
}

interface Row {
  readonly node: ObjectNode;
  readonly level: number;
}

const rowsOf = (nodes: readonly ObjectNode[], level = 0): Row[] =>
  nodes.flatMap((node) => [{ node, level }, ...rowsOf(node.children, level + 1)]);

function Page({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const [{ q, page, size, object, device }, change] = useAddress(readThings);
  const { data, error, refetch } = useQuery(objectsQuery(consumerId));
  const word = q.trim().toLowerCase();
  const all = data && rowsOf(data);
  const fitting = all?.filter(({ node }) =>
    `${node.orgName} ${node.orgCode} ${node.typeName ?? ''}`.toLowerCase().includes(word),
  );
  const rows = fitting?.slice((page - 1) * size, page * size);
  return (
    <div className={kit.stack}>
      <FilterBar unfolded>
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(text) => change({ q: text || undefined, page: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<Row>
          label={t('objects')}
          columns={useColumns(word === '', (id) => change({ object: id }, { push: true }))}
          rows={rows}
          error={error}
          onRetry={() => void refetch()}
          total={fitting?.length ?? null}
          keyOf={({ node }) => node.id}
          page={{ current: page, size }}
          onPage={(current, next) => change({ page: current, size: next })}
          empty={
            word ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState why={t('noObject')} next={t('noObjectNext')} height={240} />
            )
          }
        />
      </Panel>
      {object !== null ? (
        <ObjectDrawer of={{ orgId: object }} onClose={() => change({ object: undefined }, { push: true })} />
      ) : (
        device !== null && (
          <ObjectDrawer
            of={{ deviceId: device }}
            onClose={() => change({ device: undefined }, { push: true })}
          />
        )
      )}
    </div>
  );
}

function useColumns(indented: boolean, open: (id: number) => void): TableColumn<Row>[] {
  const t = useLiveTexts();
  const say = useText();
  return [
    {
      key: 'object',
      title: t('object'),
      render: ({ node, level }) => (
        <span style={{ paddingInlineStart: indented ? level * 16 : 0 }}>
          <Button kind="link" onClick={() => open(node.id)}>
            {node.orgName}
          </Button>
        </span>
      ),
    },
    { key: 'code', title: t('code'), render: ({ node }) => node.orgCode },
    {
      key: 'type',
      title: t('type'),
      render: ({ node }) => node.typeName ?? say(OBJECT_CATEGORIES[node.category]),
    },
    { key: 'meters', title: t('meters'), end: true, render: ({ node }) => node.meterCount || MISSING },
    { key: 'items', title: t('items'), end: true, render: ({ node }) => node.itemCount || MISSING },
  ];
}

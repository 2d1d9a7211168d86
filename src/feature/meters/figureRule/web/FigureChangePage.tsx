import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { type Page, PAGE_SIZE, PAGE_SIZES } from '#contract/envelope.ts';
import { type EnergyTypeValue, energyTypeOptions } from '#contract/energyType.ts';
import { formatFull } from '#domain/figure/number.ts';
import { useAddress, type RawAddress } from '#web/address.ts';
import { get, type Params } from '#web/api.ts';
import { type Say, useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { CHANGE_REASONS, type FigureChange, type RepairState } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './FigureChange.module.css';
import type { texts } from './texts.ts';

const LOOK_MS = 3000;

function readPlace(raw: RawAddress) {
  const [page, size] = [Number(raw['page']), Number(raw['size'])];
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : PAGE_SIZE,
  };
}

const listQuery = (params: Params) =>
  queryOptions({
    queryKey: ['figureChange', 'getList', params],
    queryFn: ({ signal }) =>
      get<Page<FigureChange>>('sdata/figureChange/getList', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });

const stateQuery = queryOptions({
  queryKey: ['figureChange', 'getState'],
  queryFn: () => get<RepairState>('sdata/figureChange/getState', {}, { quiet: true }),
  refetchInterval: ({ state }) =>
    state.data && state.data.repaired === state.data.enterprises ? false : LOOK_MS,
});

/** Months that other rules made another figure of, and why. */
export default function FigureChangePage() {
  const t = useTexts<typeof texts>('figureRule');
  const say = useText();
  const [{ page, size }, change] = useAddress(readPlace);
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const list = useQuery(listQuery({ search, pageNo: page, pageSize: size }));
  const { data: state } = useQuery(stateQuery);
  const open = state && state.repaired < state.enterprises;
  return (
    <div className={kit.stack}>
      <p className={styles.what}>{t('what')}</p>
      {open && (
        <output className={styles.state}>
          {t(state.progress === null ? 'waiting' : 'running', {
            repaired: state.repaired,
            enterprises: state.enterprises,
            percent: Math.floor((state.progress ?? 0) * 100),
          })}
        </output>
      )}
      <FilterBar>
        <Input
          style={{ width: 200 }}
          allowClear
          maxLength={60}
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            change({ page: undefined });
          }}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<FigureChange>
          label={t('list')}
          columns={columnsOf(t, say)}
          rows={list.data?.list}
          keyOf={(row) => row.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          waiting={list.isPlaceholderData}
          total={list.data?.pagination.total ?? null}
          page={{ current: page, size }}
          onPage={(next, nextSize) => change({ page: next, size: nextSize })}
          empty={<EmptyState why={t('empty')} next={t('emptyNext')} height={240} />}
        />
      </Panel>
    </div>
  );
}

function columnsOf(t: Say<typeof texts>, say: ReturnType<typeof useText>): TableColumn<FigureChange>[] {
  return [
    { key: 'month', title: t('month'), render: (row) => row.month },
    {
      key: 'object',
      title: t('object'),
      render: (row) => (
        <>
          {row.ammeterId === null ? (
            t('whole')
          ) : (
            <PageLink kind="meter" id={row.ammeterId} part={{ tab: 'repair', date: `${row.month}-01` }}>
              {row.ammeterName}
            </PageLink>
          )}
          <small className={kit.quietLine}>
            {row.consumerName} · {say(energyTypeOptions[row.dataType as EnergyTypeValue])}
          </small>
        </>
      ),
    },
    {
      key: 'energy',
      title: t('energy'),
      end: true,
      render: (row) => <Changed before={row.before} after={row.after} unit={row.unit} t={t} />,
    },
    {
      key: 'demand',
      title: t('demand'),
      end: true,
      render: (row) => <Changed before={row.demandBefore} after={row.demandAfter} unit="kW" t={t} />,
    },
    {
      key: 'why',
      title: t('why'),
      render: (row) => (
        <ul className={styles.why}>
          {row.why.map((one) => (
            <li key={one}>{say(CHANGE_REASONS[one])}</li>
          ))}
        </ul>
      ),
    },
  ];
}

function Changed({
  before,
  after,
  unit,
  t,
}: {
  before: number | null;
  after: number | null;
  unit: string;
  t: Say<typeof texts>;
}) {
  if (before === null && after === null) return <Missing />;
  const reported = (value: number | null): string => (value === null ? '--' : formatFull(value));
  return (
    <>
      <b className={styles.number}>
        {reported(after)} {unit}
      </b>
      {before !== after && (
        <small className={kit.quietLine}>
          {t('before')} {reported(before)} {unit}
        </small>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { Ago } from '#web/ui/Ago.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { PointWire } from '../contract.ts';
import type { Change, SignalAddress } from './address.ts';
import { pointsQuery } from './calls.ts';
import { SetUpLinks } from './SetUpLinks.tsx';
import { StateMark } from './StateMark.tsx';
import kit from '#web/ui/kit.module.css';
import { useSignalTexts } from './useSignalTexts.ts';
import { useStates, withLive } from './useStates.ts';

export interface PointListProps {
  readonly consumerId: number;
  readonly address: SignalAddress;
  readonly onChange: Change;
}

/** How often ages and silence are looked at, ms. */
const TICK_MS = 5000;

/** The points as they stand now, those that are not normal first. */
export function PointList({ consumerId, address, onChange }: PointListProps) {
  const t = useSignalTexts();
  const { q, page, size, shown } = address;
  const answer = useQuery(pointsQuery({ consumerId, search: q, shown, current: page, pageSize: size }));
  const states = useStates(consumerId, () => void answer.refetch());
  const [ticked, setTicked] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTicked(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const now = Math.max(ticked, answer.dataUpdatedAt);
  const rows = answer.data?.list.map((point) => withLive(point, states.get(point.signalPointId)));
  return (
    <div className={kit.stack}>
      <FilterBar actions={<SetUpLinks />}>
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(text) => onChange({ q: text || undefined, page: undefined })}
        />
        <Segmented
          label={t('shown')}
          value={shown}
          options={[
            { value: 'all', text: t('all') },
            { value: 'abnormal', text: t('abnormal') },
            { value: 'unknown', text: t('onlyUnknown') },
          ]}
          onChange={(next) => onChange({ shown: next === 'all' ? undefined : next, page: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<PointWire>
          {...answerOf(answer)}
          label={t('points')}
          columns={usePointColumns(now, onChange)}
          rows={rows}
          keyOf={(row) => row.signalPointId}
          page={{ current: page, size }}
          onPage={(current, next) => onChange({ page: current, size: next })}
          empty={
            q !== '' || shown !== 'all' ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState why={t('noPoint')} next={t('noPointNext')} height={240}>
                <SetUpLinks />
              </EmptyState>
            )
          }
        />
      </Panel>
    </div>
  );
}

function usePointColumns(now: number, onChange: Change) {
  const t = useSignalTexts();
  return [
    {
      key: 'point',
      title: t('point'),
      render: (row: PointWire) => (
        <Button kind="link" onClick={() => onChange({ point: row.signalPointId }, { push: true })}>
          {row.pointName}
        </Button>
      ),
    },
    { key: 'code', title: t('code'), render: (row: PointWire) => row.pointCode },
    {
      key: 'state',
      title: t('state'),
      render: (row: PointWire) => <StateMark point={row} now={now} />,
    },
    {
      key: 'since',
      title: t('since'),
      render: (row: PointWire) => (row.since === null ? MISSING : secondAt(row.timeZone, row.since)),
    },
    {
      key: 'heard',
      title: t('heard'),
      render: (row: PointWire) => <Ago at={row.heardAt} zone={row.timeZone} now={now} />,
    },
    { key: 'site', title: t('site'), render: (row: PointWire) => row.siteName },
    { key: 'object', title: t('object'), render: (row: PointWire) => row.objectName ?? MISSING },
    {
      key: 'meter',
      title: t('meter'),
      render: (row: PointWire) =>
        row.ammeterId === null ? (
          MISSING
        ) : (
          <PageLink kind="meter" id={row.ammeterId}>
            {row.ammeterName}
          </PageLink>
        ),
    },
  ];
}

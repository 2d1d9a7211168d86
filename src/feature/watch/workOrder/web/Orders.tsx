import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { ageText } from '#web/ui/age.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { type Change, type OrderAddress, readOrders } from './address.ts';
import { Board } from './Board.tsx';
import { orderStatisticsQuery } from './calls.ts';
import { photosOnDevice } from './keptPhotos.ts';
import { NewOrder } from './NewOrder.tsx';
import { OrderDrawer } from './OrderDrawer.tsx';
import { OrderList } from './OrderList.tsx';
import kit from '#web/ui/kit.module.css';
import { useOrderTexts } from './useOrderTexts.ts';
import { WaitingPhotos } from './WaitingPhotos.tsx';

/** Work orders as a board by state or as a list, the one that is open beside. @param own begins with those of the account */
export function Orders({ own = false }: { readonly own?: boolean }) {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readOrders);
  if (!consumer) return <NoConsumer />;
  return <Body consumerId={consumer.orgId} address={address} change={change} own={own} />;
}

interface BodyProps {
  readonly consumerId: number;
  readonly address: OrderAddress;
  readonly change: Change;
  readonly own: boolean;
}

function Body({ consumerId, address, change, own }: BodyProps) {
  const narrow = useNarrow();
  const mayAdd = useMay('alarm.workOrder.add');
  const [making, setMaking] = useState(false);
  const { q, mine, late, site, view, order } = address;
  const query = {
    consumerId,
    ...(site === null ? {} : { siteId: site }),
    ...(mine ? { mine: 1 } : {}),
    ...(late ? { late: 1 } : {}),
    search: q,
  };
  const open = (id: number | null): void => change({ order: id ?? undefined }, { push: true });
  const shown = narrow ? 'list' : view;
  return (
    <div className={kit.stack}>
      <Filters
        address={address}
        change={change}
        own={own}
        onNew={mayAdd ? () => setMaking(true) : undefined}
      />
      <Strip query={query} />
      <WaitingPhotos store={photosOnDevice} onOpen={open} />
      {shown === 'board' ? (
        <Board query={query} onOpen={open} />
      ) : (
        <OrderList query={query} address={address} onChange={change} onOpen={open} />
      )}
      {order !== null && <OrderDrawer key={order} id={order} onClose={() => open(null)} />}
      {making && (
        <NewOrder
          consumerId={consumerId}
          onClose={() => setMaking(false)}
          onMade={(id) => {
            setMaking(false);
            open(id);
          }}
        />
      )}
    </div>
  );
}

function Filters({
  address: { q, mine, late, view },
  change,
  own,
  onNew,
}: Omit<BodyProps, 'consumerId'> & { readonly onNew: (() => void) | undefined }) {
  const t = useOrderTexts();
  const narrow = useNarrow();
  return (
    <FilterBar
      actions={
        onNew && (
          <Button kind="primary" onClick={onNew}>
            {t('newOrder')}
          </Button>
        )
      }
    >
      <SearchInput
        label={t('search')}
        value={q}
        onChange={(text) => change({ q: text || undefined, page: undefined })}
      />
      <Segmented
        label={t('whose')}
        value={mine ? 'mine' : 'all'}
        options={(own ? ['mine', 'all'] : ['all', 'mine']).map((value) => ({
          value,
          text: t(value as 'mine' | 'all'),
        }))}
        onChange={(next) => change({ mine: next === 'mine' ? 1 : undefined, page: undefined })}
      />
      <Segmented
        label={t('onlyLate')}
        value={late ? 'late' : 'any'}
        options={[
          { value: 'any', text: t('all') },
          { value: 'late', text: t('onlyLate') },
        ]}
        onChange={(next) => change({ late: next === 'late' ? 1 : undefined, page: undefined })}
      />
      {!narrow && (
        <Segmented
          label={t('view')}
          value={view}
          options={[
            { value: 'board', text: t('board') },
            { value: 'list', text: t('list') },
          ]}
          onChange={(next) => change({ view: next === 'list' ? next : undefined })}
        />
      )}
    </FilterBar>
  );
}

/** How many are open and late, and how well they were kept. */
function Strip({ query }: { readonly query: Readonly<Record<string, string | number>> }) {
  const t = useOrderTexts();
  const { data } = useQuery(orderStatisticsQuery(query));
  const states = data?.states;
  const open = states ? states.new + states.assigned + states.working : null;
  const figure = (key: string, label: string, value: string) => ({ key, label, value });
  return (
    <KeyFigures
      compact
      loading={!data}
      figures={[
        figure('open', t('open'), formatNumber(open, 0)),
        figure('late', t('late'), formatNumber(data?.late ?? null, 0)),
        figure('accept', t('toAccepted'), formatNumber(states?.done ?? null, 0)),
        {
          ...figure('inTime', t('inTime'), formatPercent(data?.inTimeShare ?? null)),
          comparison: { label: t('last90'), value: '' },
        },
        {
          ...figure('toDone', t('toDone'), data?.toDoneMs == null ? MISSING : ageText(data.toDoneMs / 1000)),
          comparison: { label: t('last90'), value: '' },
        },
      ]}
    />
  );
}

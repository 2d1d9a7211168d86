import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DatePicker, Dropdown } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { FACTOR_AREAS, FACTOR_TYPES } from '#contract/factor.ts';
import { ObjectSelect } from '#web/ui/ObjectSelect.tsx';
import { useAddress, type RawAddress } from '#web/address.ts';
import { get, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { formatFull, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { CoefficientRow, HeldFactor } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Coefficient.module.css';
import { EditDialog } from './EditDialog.tsx';
import type { texts } from './texts.ts';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { unitText } from '#web/ui/unit.ts';

const yearOf = (raw: unknown): string | null => (/^(19|20)\d{2}$/.test(String(raw)) ? String(raw) : null);

const readPlace = (raw: RawAddress) => ({
  view: raw['view'] === 'month' ? ('month' as const) : ('year' as const),
  org: Number.isSafeInteger(Number(raw['org'])) && Number(raw['org']) > 0 ? Number(raw['org']) : null,
  begin: yearOf(raw['begin']),
  end: yearOf(raw['end']),
});

/** Factors to standard coal and carbon by year and month, beside what they were applied to; the own ones are edited. */
export default function CoefficientPage() {
  const t = useTexts<typeof texts>('coefficient');
  const say = useText();
  const { consumer } = useConsumer();
  const mayEdit = useMay('archive.coefficient.edit');
  const [place, change] = useAddress(readPlace);
  const [editing, setEditing] = useState(false);
  const [today] = useState(() => dayjs().format('YYYY-MM-DD'));
  const { view } = place;
  const orgId = place.org ?? consumer?.orgId ?? 0;
  const end = place.end ?? today.slice(0, 4);
  const begin = place.begin ?? String(Number(end) - 2);
  const params = view === 'year' ? { orgId, start: begin, end } : { orgId, dt: end };
  const path = view === 'year' ? 'getYearData' : 'getMonthData';
  const answer = useQuery({
    queryKey: ['archive', 'coefficient', path, params],
    queryFn: ({ signal }) =>
      get<CoefficientRow[]>(`archive/coefficient/${path}`, params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: orgId > 0,
  });
  if (!consumer) return <NoConsumer />;
  const rows = answer.data ?? [];
  const last = rows.filter((row) => row.dt === rows.at(-1)?.dt);
  const exportAs = view === 'year' ? 'exportYear' : 'exportMonth';
  return (
    <div className={kit.stack}>
      <FilterBar
        actions={
          <>
            {mayEdit && rows.length > 0 && (
              <Button kind="primary" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )}
            <Dropdown
              trigger={['click']}
              menu={{
                items: [
                  { key: '', label: t('both') },
                  ...Object.entries(FACTOR_TYPES).map(([key, label]) => ({ key, label: say(label) })),
                ],
                onClick: ({ key }) =>
                  void saveFile(`archive/coefficient/${exportAs}`, {
                    ...params,
                    type: /^\d$/.test(key) ? key : null,
                  }),
              }}
            >
              <Button>{t('export')}</Button>
            </Dropdown>
          </>
        }
      >
        <ObjectSelect
          consumerId={consumer.orgId}
          value={`o${orgId}`}
          organisationsOnly
          onChange={(key) => change({ org: Number(key.slice(1)) }, { push: true })}
        />
        <Segmented
          label={t('view')}
          options={(['year', 'month'] as const).map((value) => ({ value, text: t(value) }))}
          value={view}
          onChange={(value) => change({ view: value }, { push: true })}
        />
        {view === 'year' ? (
          <DatePicker.RangePicker
            aria-label={t('years')}
            picker="year"
            allowClear={false}
            value={[dayjs(begin), dayjs(end)]}
            onChange={(range) => {
              const [from, to] = range ?? [];
              if (from && to) change({ begin: from.format('YYYY'), end: to.format('YYYY') });
            }}
          />
        ) : (
          <DatePicker
            aria-label={t('years')}
            picker="year"
            allowClear={false}
            value={dayjs(end)}
            onChange={(year) => year && change({ end: year.format('YYYY'), begin: undefined })}
          />
        )}
      </FilterBar>
      <Panel title={t('list')} flush>
        {answer.error ? (
          <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={240} />
        ) : !answer.data ? (
          <LoadingState height={320} />
        ) : rows.length === 0 ? (
          <EmptyState why={t('empty')} next={t('emptyNext')} height={240} />
        ) : (
          <FactorTable rows={rows} />
        )}
      </Panel>
      {editing && <EditDialog orgId={orgId} rows={last} today={today} onClose={() => setEditing(false)} />}
    </div>
  );
}

function FactorTable({ rows }: { readonly rows: readonly CoefficientRow[] }) {
  const t = useTexts<typeof texts>('coefficient');
  const coal = scaleFor('kgce', rows.map((row) => row.coalAmount)); // prettier-ignore
  const carbon = scaleFor('kgCO2', rows.map((row) => row.carbonAmount)); // prettier-ignore
  const columns: TableColumn<CoefficientRow>[] = [
    { key: 'period', title: t('period'), render: ({ dt }) => dt },
    { key: 'energy', title: t('energy'), render: ({ name }) => name },
    {
      key: 'used',
      title: t('used'),
      end: true,
      hint: ({ energy, unit }) => `${formatFull(energy)} ${unit}`,
      render: ({ energy, unit }) => {
        const used = scaleFor(unit, [energy]);
        return (
          <>
            {formatScaled(energy, used)} {energy !== null && <small>{used.unit}</small>}
          </>
        );
      },
    },
    { key: 'coal', title: t('coal'), render: (row) => <Factor held={row.coal} /> },
    {
      key: 'coalAmount',
      title: t('coalAmount'),
      unit: <small>{unitText(coal.unit)}</small>,
      end: true,
      hint: ({ coalAmount }) => `${formatFull(coalAmount)} kgce`,
      render: ({ coalAmount }) => formatScaled(coalAmount, coal),
    },
    { key: 'carbon', title: t('carbon'), render: (row) => <Factor held={row.carbon} /> },
    {
      key: 'carbonAmount',
      title: t('carbonAmount'),
      unit: <small>{unitText(carbon.unit)}</small>,
      end: true,
      hint: ({ carbonAmount }) => `${formatFull(carbonAmount)} kgCO₂`,
      render: ({ carbonAmount }) => formatScaled(carbonAmount, carbon),
    },
  ];
  return (
    <ScrollArea label={null} className={styles['scroll']}>
      <Table<CoefficientRow>
        look="lines"
        label={t('list')}
        className={styles['table']}
        columns={columns}
        rows={rows}
        keyOf={({ dt, dataType }) => `${dt} ${dataType}`}
      />
    </ScrollArea>
  );
}

/** A factor with where it comes from. */
function Factor({ held }: { readonly held: HeldFactor | null }) {
  const t = useTexts<typeof texts>('coefficient');
  const say = useText();
  if (!held) return <>--</>;
  const area = FACTOR_AREAS[held.of];
  const from = held.origin === 'area' ? (area ? say(area) : held.of) : `${t(held.origin)} ${held.of}`;
  const marks = [held.early && t('early'), held.changed && t('changed')].filter(Boolean);
  return (
    <span title={[held.source, held.from, ...marks].filter(Boolean).join(' · ')}>
      {formatFull(held.factor)}
      <span className={styles['mark']}>
        {from}
        {held.origin === 'area' && held.from ? ` ${held.from.slice(0, 4)}` : ''}
        {marks.length > 0 ? ` · ${marks.join(' · ')}` : ''}
      </span>
    </span>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DatePicker, Dropdown } from 'antd';
import dayjs from 'dayjs';
import { useState, type ComponentType } from 'react';
import { energyTypeOf } from '#contract/energyType.ts';
import { type RawAddress, useAddress } from '#web/address.ts';
import { post, saveFile } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { formatChange } from '#domain/figure/number.ts';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { cutDays, isPeriod, shiftPeriod } from '#web/ui/period.ts';
import { CutDays } from '#web/ui/RangeNote.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { MOST_NET_DAYS, type NetAnswer, type Verdict } from '../contract.ts';
import { MeterDetail } from './MeterDetail.tsx';
import { netQuery, useNetTexts } from './net.ts';
import { NetDrawing } from './NetDrawing.tsx';
import { NetList } from './NetList.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './NetPage.module.css';
import { Suspects } from './Suspects.tsx';

/** Beyond so many meters a drawing is no help. */
const MOST_DRAWN = 2000;
const DATE = 'YYYY-MM-DD';
const VIEWS = ['drawing', 'list'] as const;
type View = (typeof VIEWS)[number];

function readAddress(raw: RawAddress) {
  const date = (value: unknown): string | null => (isPeriod('day', value) ? value : null);
  const meter = Number(raw['meter']);
  return {
    type: /^\d{1,2}$/.test(String(raw['type'])) ? String(raw['type']) : null,
    begin: date(raw['begin']),
    end: date(raw['end']),
    view: VIEWS.find((view) => view === raw['view']) ?? null,
    meter: Number.isSafeInteger(meter) && meter > 0 ? meter : null,
  };
}

interface NetPageProps {
  readonly first: View;
  /** Energy types that it is about; all where it is not said. */
  readonly only?: readonly string[];
}

/** The screen of the metering network as it begins at one of its addresses. */
export const netPage = (props: NetPageProps): ComponentType =>
  function Page() {
    return <NetPage {...props} />;
  };

function NetPage({ first, only }: NetPageProps) {
  const t = useNetTexts();
  const say = useText();
  const { consumer } = useConsumer();
  const mayEdit = useMay('archive.ammeter.edit');
  const narrow = useNarrow();
  const client = useQueryClient();
  const [address, change] = useAddress(readAddress);
  const [today] = useState(() => dayjs().format(DATE));
  const end = address.end ?? today;
  const wanted = { begin: address.begin ?? shiftPeriod('day', end, -29), end };
  const cut = cutDays(wanted, MOST_NET_DAYS);
  const question = {
    consumerId: consumer?.orgId ?? 0,
    dataType: address.type ?? only?.[0] ?? null,
    ...(cut?.first ?? wanted),
  };
  const query = useQuery({ ...netQuery(question), enabled: consumer !== null });
  const net = query.data;
  if (!consumer) return <NoConsumer />;
  const types = only
    ? only.filter((type) => net?.dataTypes.includes(type) || type === question.dataType)
    : (net?.dataTypes ?? []);
  // On a narrow screen a drawing is seen through a keyhole.
  const view = address.view ?? (narrow ? 'list' : first);
  const meter = net?.meters.find((one) => one.ammeterId === address.meter);
  const select = (ammeterId: number): void => change({ meter: ammeterId });
  const move = async (ammeterId: number, parentId: number | null): Promise<void> => {
    const nameOf = (id: number | null): string =>
      net?.meters.find((one) => one.ammeterId === id)?.ammeterName ?? '';
    const names = { meter: nameOf(ammeterId), parent: nameOf(parentId) };
    const text = parentId === null ? t('moveTop', names) : t('moveText', names);
    if (!(await confirm({ title: t('moveTitle'), text }))) return;
    await post('archive/ammeter/editfield', {
      id: ammeterId,
      fieldName: 'parentId',
      fieldValue: parentId === null ? '' : String(parentId),
    });
    notify('success', t('moved'));
    await client.invalidateQueries({ queryKey: ['meterNet'] });
  };
  return (
    <div className={kit.stack}>
      <FilterBar
        summary={[net && say(energyTypeOf(net.dataType).label), `${question.begin} – ${question.end}`]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'xlsx', label: t('sheet') },
                { key: 'svg', label: t('svg') },
              ],
              onClick: ({ key }) =>
                void saveFile('yunshui/measurement/exportNet', { ...question, format: key }),
            }}
          >
            <Button>{t('export')}</Button>
          </Dropdown>
        }
      >
        {types.length > 1 && (
          <Segmented
            label={t('energy')}
            options={types.map((type) => ({ value: type, text: say(energyTypeOf(type).label) }))}
            value={net?.dataType ?? question.dataType ?? ''}
            onChange={(type) => change({ type, meter: undefined })}
          />
        )}
        <DatePicker.RangePicker
          allowClear={false}
          value={[dayjs(question.begin), dayjs(question.end)]}
          disabledDate={(day) => day.format(DATE) > today}
          style={{ width: 240, maxWidth: '100%' }}
          onChange={(range) => {
            const [from, to] = range ?? [];
            if (from && to) change({ begin: from.format(DATE), end: to.format(DATE) });
          }}
        />
        <Segmented
          label={t('view')}
          options={VIEWS.map((one) => ({ value: one, text: t(one) }))}
          value={view}
          onChange={(next) => change({ view: next })}
        />
      </FilterBar>
      <CutDays cut={cut} most={MOST_NET_DAYS} onChoose={change} />
      {query.isError ? (
        <ErrorState what={query.error.message} onRetry={() => void query.refetch()} height={300} />
      ) : !net ? (
        <LoadingState height={300} />
      ) : net.meters.length === 0 ? (
        <Panel>
          <EmptyState why={t('empty')} next={t('emptyNext')} height={240} />
        </Panel>
      ) : (
        <>
          <Figures net={net} onSelect={select} />
          {meter && (
            <MeterDetail
              key={`${meter.ammeterId} ${meter.parentId}`}
              net={net}
              meter={meter}
              mayEdit={mayEdit}
              onMove={(id, parentId) => void move(id, parentId)}
              onClose={() => change({ meter: undefined })}
            />
          )}
          <Panel flush>
            {view === 'list' ? (
              <NetList key={net.dataType} net={net} onSelect={select} />
            ) : net.meters.length > MOST_DRAWN ? (
              <EmptyState why={t('many', { n: MOST_DRAWN })} height={160} />
            ) : (
              <>
                <p className={styles['hint']}>{t(mayEdit ? 'dragHint' : 'pressHint')}</p>
                <NetDrawing
                  key={`${net.consumerId} ${net.dataType}`}
                  net={net}
                  selected={address.meter}
                  onSelect={select}
                  onMove={mayEdit ? (id, parentId) => void move(id, parentId) : undefined}
                />
              </>
            )}
          </Panel>
          <Suspects net={net} onSelect={select} />
        </>
      )}
    </div>
  );
}

function Figures({ net, onSelect }: { net: NetAnswer; onSelect: (ammeterId: number) => void }) {
  const t = useNetTexts();
  const balances = net.meters.flatMap((meter) => meter.balance ?? []);
  const count = (verdict: Verdict): string =>
    String(balances.filter((balance) => balance.verdict === verdict).length);
  const worst = net.suspects.find((one) => one.certain);
  const name = net.meters.find((meter) => meter.ammeterId === worst?.ammeterId)?.ammeterName;
  return (
    <KeyFigures
      compact
      figures={[
        { key: 'meters', label: t('meters'), value: String(net.meters.length) },
        { key: 'nodes', label: t('nodes'), value: String(balances.length) },
        ...(['even', 'loss', 'negative', 'open'] as const).map((verdict) => ({
          key: verdict,
          label: t(verdict),
          value: count(verdict),
        })),
        {
          key: 'suspect',
          label: t('suspectOne'),
          value: name ?? t('suspectNone'),
          ...(worst
            ? {
                comparison: { label: t('error'), value: formatChange(worst.error) },
                onOpen: () => onSelect(worst.ammeterId),
              }
            : {}),
        },
      ]}
    />
  );
}

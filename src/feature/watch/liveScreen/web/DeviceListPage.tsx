import { useQuery } from '@tanstack/react-query';
import { MISSING } from '#domain/figure/number.ts';
import { device as deviceResource } from '#resource/archive/device.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { shownName } from '#web/text/secondName.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { readThings } from './address.ts';
import { type DeviceRow, devicesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { ObjectDrawer } from './ObjectDrawer.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

/** The devices of an enterprise: what they are, their values, files and life. */
export default function DeviceListPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Page consumerId={consumer.orgId} />;
}

const MARK: Readonly<Record<string, 'normal' | 'alarm' | 'offline'>> = {
  1: 'normal',
  2: 'alarm',
  3: 'offline',
};

function Page({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const [{ q, page, size, device }, change] = useAddress(readThings);
  const dataTable = JSON.stringify({
    current: page,
    pageSize: size,
    search: q,
    filters: [{ field: 'consumerId', op: 'eq', value: consumerId }],
  });
  const answer = useQuery(devicesQuery({ dataTable }));
  return (
    <div className={kit.stack}>
      <FilterBar
        unfolded
        actions={<ExportMenu call="monitoring/monitor/exportDevice" params={{ consumerId }} />}
      >
        <SearchInput
          label={t('search')}
          value={q}
          onChange={(text) => change({ q: text || undefined, page: undefined })}
        />
      </FilterBar>
      <Panel flush>
        <ListTable<DeviceRow>
          {...answerOf(answer)}
          label={t('devices')}
          columns={useColumns((id) => change({ device: id }, { push: true }))}
          keyOf={(row) => row.id}
          page={{ current: page, size }}
          onPage={(current, next) => change({ page: current, size: next })}
          empty={
            q ? (
              <EmptyState why={t('noMatch')} height={200} />
            ) : (
              <EmptyState why={t('noDevice')} next={t('noDeviceNext')} height={240} />
            )
          }
        />
      </Panel>
      {device !== null && (
        <ObjectDrawer
          of={{ deviceId: device }}
          onClose={() => change({ device: undefined }, { push: true })}
        />
      )}
    </div>
  );
}

function useColumns(open: (id: number) => void): TableColumn<DeviceRow>[] {
  const t = useLiveTexts();
  const say = useText();
  const { deviceClass, currentState } = deviceResource.fields;
  const word = (options: typeof deviceClass.options, code: string): string => {
    const text = options?.[code];
    return text ? say(text) : code;
  };
  return [
    {
      key: 'device',
      title: t('device'),
      render: (row) => (
        <Button kind="link" onClick={() => open(row.id)}>
          {shownName(row.deviceName, row.deviceNameEn)}
        </Button>
      ),
    },
    { key: 'code', title: t('code'), render: (row) => row.deviceCode },
    { key: 'type', title: t('type'), render: (row) => word(deviceClass.options, row.deviceClass) },
    { key: 'site', title: t('site'), render: (row) => row.titles['siteId'] ?? MISSING },
    { key: 'location', title: t('location'), render: (row) => row.location ?? MISSING },
    {
      key: 'condition',
      title: t('condition'),
      render: (row) => (
        <StatusDot
          status={MARK[row.currentState] ?? 'noData'}
          text={word(currentState.options, row.currentState)}
        />
      ),
    },
  ];
}

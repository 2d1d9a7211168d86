import { useQuery } from '@tanstack/react-query';
import { Checkbox, DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { startOfDate } from '#domain/time/text.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { saveFile } from '#web/api.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { readMessages } from './address.ts';
import { gatewaysQuery, MESSAGE_EXPORT } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { HeldPanel } from './HeldPanel.tsx';
import { MessageTable } from './MessageTable.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const DOORS = ['mqtt', 'http', 'collector', 'ocpp'] as const;

/** The raw messages of an enterprise's gateways. */
export default function MessagePage() {
  const t = useCommunicationTexts();
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readMessages);
  const [opened] = useState(() => new Date());
  const gateways = useQuery({
    ...gatewaysQuery({ consumerId: consumer?.orgId ?? 0, current: 1, pageSize: 1000 }),
    enabled: consumer !== null,
  });
  if (!consumer) return <NoConsumer />;
  const list = gateways.data?.list ?? [];
  const zone = list.find((row) => row.id === address.gateway)?.timeZone ?? list[0]?.timeZone ?? HOME_ZONE;
  const at = (date: string | null, days: number): string | null =>
    date === null ? null : new Date(startOfDate(zone, date, days)).toISOString();
  const filter = {
    consumerId: consumer.orgId,
    gatewayId: address.gateway,
    door: address.door,
    search: address.q,
    begin: at(address.begin, 0),
    end: at(address.end, 1),
    rejectedOnly: address.rejected ? 1 : null,
  };
  const about = (
    <>
      <Segmented
        label={t('view')}
        value={address.view}
        options={[
          { value: 'messages', text: t('messages') },
          { value: 'held', text: t('held') },
        ]}
        onChange={(view: 'messages' | 'held') => change({ view: view === 'held' ? view : undefined })}
      />
      <FilterField label={t('gateway')}>
        <Select
          aria-label={t('gateway')}
          style={{ width: 130 }}
          showSearch={{ optionFilterProp: 'label' }}
          value={address.gateway ?? 0}
          options={[
            { value: 0, label: t('all') },
            ...list.map((row) => ({ value: row.id, label: row.gatewayName })),
          ]}
          onChange={(id: number) => change({ gateway: id || undefined })}
        />
      </FilterField>
    </>
  );
  if (address.view === 'held')
    return (
      <div className={kit.stack}>
        <FilterBar unfolded>{about}</FilterBar>
        <Panel flush>
          <HeldPanel
            key={`${consumer.orgId} ${address.gateway}`}
            consumerId={consumer.orgId}
            gatewayId={address.gateway}
          />
        </Panel>
      </div>
    );
  return (
    <div className={kit.stack}>
      <FilterBar
        actions={
          <Button onClick={() => void saveFile(MESSAGE_EXPORT, { ...filter, format: 'xlsx' })}>
            {t('export')}
          </Button>
        }
      >
        {about}
        <FilterField label={t('door')}>
          <Select
            aria-label={t('door')}
            style={{ width: 96 }}
            value={address.door ?? ''}
            options={[
              { value: '', label: t('all') },
              ...DOORS.map((value) => ({ value, label: t(`door_${value}`) })),
            ]}
            onChange={(door: string) => change({ door: door || undefined })}
          />
        </FilterField>
        <DatePicker.RangePicker
          aria-label={t('period')}
          style={{ width: 216 }}
          allowEmpty={[true, true]}
          maxDate={dayjs(dateAt(zone, opened))}
          value={[address.begin ? dayjs(address.begin) : null, address.end ? dayjs(address.end) : null]}
          onChange={(dates) =>
            change({ begin: dates?.[0]?.format('YYYY-MM-DD'), end: dates?.[1]?.format('YYYY-MM-DD') })
          }
        />
        <SearchInput
          label={t('searchMessage')}
          width={120}
          value={address.q}
          onChange={(text) => change({ q: text || undefined })}
        />
        <Checkbox
          checked={address.rejected}
          onChange={(event) => change({ rejected: event.target.checked ? 1 : undefined })}
        >
          {t('rejectedOnly')}
        </Checkbox>
      </FilterBar>
      <Panel flush>
        <MessageTable key={JSON.stringify(filter)} filter={filter} zone={zone} />
      </Panel>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { COMMAND_STATES, type CommandState } from '#contract/control.ts';
import { INTERVAL } from '#contract/interval.ts';
import { addDays } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useText } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RangeField } from '#web/ui/RangeField.tsx';
import type { CommandWire } from '../contract.ts';
import { type Change, type HistoryAddress, readHistory } from './address.ts';
import { commandsQuery, EXPORT_COMMANDS } from './calls.ts';
import { CommandDrawer } from './CommandDrawer.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Control.module.css';
import { useCommandColumns } from './useCommandColumns.tsx';
import { useControlTexts } from './useControlTexts.ts';

/** Days that are shown where none are chosen. */
const FIRST_DAYS = 30;

/** What was operated, by whom, and what came of it. */
export default function HistoryPage() {
  const { consumer } = useConsumer();
  const [address, change] = useAddress(readHistory);
  if (!consumer) return <NoConsumer />;
  return (
    <>
      <HistoryList consumerId={consumer.orgId} address={address} onChange={change} />
      {address.command !== null && (
        <CommandDrawer
          key={address.command}
          commandId={address.command}
          onClose={() => change({ command: undefined }, { push: true })}
        />
      )}
    </>
  );
}

interface HistoryListProps {
  readonly consumerId: number;
  readonly address: HistoryAddress;
  readonly onChange: Change<HistoryAddress>;
}

function HistoryList({ consumerId, address, onChange }: HistoryListProps) {
  const t = useControlTexts();
  const say = useText();
  const { page, size, state } = address;
  const [today] = useState(() => dateAt(HOME_ZONE, Date.now()));
  const end = address.end ?? today;
  const begin = address.begin ?? addDays(end, 1 - FIRST_DAYS);
  const filters = {
    consumerId,
    begin,
    end,
    ...(state === null ? {} : { state }),
    ...(address.control === null ? {} : { controlId: address.control }),
  };
  const answer = useQuery(commandsQuery({ ...filters, current: page, pageSize: size }));
  const counts = answer.data?.counts;
  return (
    <div className={`${kit.stack} ${styles.page}`}>
      <FilterBar actions={<ExportMenu call={EXPORT_COMMANDS} params={filters} />}>
        <RangeField
          interval={INTERVAL.day}
          begin={begin}
          end={end}
          today={today}
          onChange={(range) => onChange({ ...range, page: undefined })}
        />
        <Select<CommandState | ''>
          aria-label={t('result')}
          className={styles.choice ?? ''}
          value={state ?? ''}
          options={[
            { value: '', label: t('anyState') },
            ...Object.entries(COMMAND_STATES).map(([value, text]) => ({
              value: value as CommandState,
              label: say(text),
            })),
          ]}
          onChange={(next) => onChange({ state: next || undefined, page: undefined })}
        />
      </FilterBar>
      <Panel flush title={t('history')} {...(counts ? { unit: t('ends', { ...counts }) } : {})}>
        <ListTable<CommandWire>
          {...answerOf(answer)}
          label={t('history')}
          columns={useCommandColumns((command) => onChange({ command }, { push: true }))}
          keyOf={(row) => row.commandId}
          page={{ current: page, size }}
          onPage={(current, next) => onChange({ page: current, size: next })}
          empty={<EmptyState why={state === null ? t('noCommand') : t('noCommandMatch')} height={200} />}
        />
      </Panel>
    </div>
  );
}

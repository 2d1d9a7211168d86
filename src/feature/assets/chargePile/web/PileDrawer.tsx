import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_SIZE } from '#contract/envelope.ts';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import {
  COMMAND_KINDS,
  PILE_EVENTS,
  type PileCommandWire,
  type PileEventWire,
  type PileWire,
} from '../contract.ts';
import { eventsQuery, pileCommandsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { CommandMark } from './CommandDialog.tsx';
import { type OnOperate, SettingsPanel } from './SettingsPanel.tsx';
import { useChargeTexts } from './useChargeTexts.ts';

interface PileDrawerProps {
  readonly pile: PileWire;
  readonly onOperate: OnOperate;
  readonly onClose: () => void;
}

/** What happened at a charger, its settings, and what it was told to do. */
export function PileDrawer({ pile, onOperate, onClose }: PileDrawerProps) {
  const t = useChargeTexts();
  const { model, firmware } = pile;
  const made = [model, firmware].filter(Boolean).join(' · ');
  return (
    <Dialog title={`${pile.pileName} · ${t('events')}`} side="right" width={720} onClose={onClose}>
      <div className={`${kit.stack} ${styles.page}`}>
        {made !== '' && <p className={kit.quiet}>{made}</p>}
        <Events pile={pile} />
        <SettingsPanel pile={pile} onOperate={onOperate} />
        <Commands pile={pile} />
      </div>
    </Dialog>
  );
}

function Events({ pile: { pileId, timeZone } }: { readonly pile: PileWire }) {
  const t = useChargeTexts();
  const say = useText();
  const [page, setPage] = useState({ current: 1, size: PAGE_SIZE });
  const answer = useQuery(eventsQuery(pileId, page.current, page.size));
  return (
    <Panel flush title={t('eventList')}>
      <ListTable<PileEventWire>
        {...answerOf(answer)}
        label={t('eventList')}
        columns={[
          { key: 'time', title: t('time'), render: (row) => secondAt(timeZone, row.at) },
          {
            key: 'event',
            title: t('event'),
            render: (row) =>
              [
                row.connector === null ? null : t('connector', { n: row.connector }),
                say(PILE_EVENTS[row.kind]),
              ]
                .filter(Boolean)
                .join(' · '),
          },
          {
            key: 'detail',
            title: t('detail'),
            hint: (row) => row.detail ?? undefined,
            render: (row) => row.detail ?? MISSING,
          },
        ]}
        keyOf={(row) => row.eventId}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={<EmptyState why={t('noEvent')} height={120} />}
      />
    </Panel>
  );
}

function Commands({ pile: { pileId, timeZone } }: { readonly pile: PileWire }) {
  const t = useChargeTexts();
  const say = useText();
  const answer = useQuery(pileCommandsQuery(pileId));
  return (
    <Panel flush title={t('commandList')}>
      <ListTable<PileCommandWire>
        rows={answer.data}
        error={answer.error}
        onRetry={() => void answer.refetch()}
        total={null}
        page={null}
        onPage={() => {}}
        label={t('commandList')}
        columns={[
          { key: 'time', title: t('time'), render: (row) => secondAt(timeZone, row.at) },
          {
            key: 'what',
            title: t('what'),
            render: (row) =>
              [
                say(COMMAND_KINDS[row.kind]),
                row.connector ? t('connector', { n: row.connector }) : null,
                row.power === null ? null : `${row.power} kW`,
                row.settingKey === null ? null : `${row.settingKey} = ${row.settingValue ?? ''}`,
              ]
                .filter(Boolean)
                .join(' · '),
          },
          { key: 'result', title: t('result'), render: (row) => <CommandMark state={row.state} /> },
          { key: 'by', title: t('by'), render: (row) => row.byName ?? t('byPlatform') },
        ]}
        keyOf={(row) => row.commandId}
        empty={<EmptyState why={t('noCommand')} height={120} />}
      />
    </Panel>
  );
}

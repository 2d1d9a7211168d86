import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import kit from '#web/ui/kit.module.css';
import { Panel } from '#web/ui/Panel.tsx';
import type { CommandWire } from '../contract.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { commandsQuery } from './calls.ts';
import { CommandDrawer } from './CommandDrawer.tsx';
import { useValueWord } from './mark.tsx';
import { useCommandColumns } from './useCommandColumns.tsx';
import { useControlTexts } from './useControlTexts.ts';

const MOST = 100;

/** The requests of others that wait for somebody to approve them, and what was decided. */
export default function ApprovalPage() {
  const { consumer } = useConsumer();
  const [open, setOpen] = useState<CommandWire>();
  const [told, setTold] = useState<number>();
  if (!consumer) return <NoConsumer />;
  return (
    <div className={kit.stack}>
      <Inbox consumerId={consumer.orgId} onOpen={setOpen} />
      <Decided consumerId={consumer.orgId} onOpen={setTold} />
      {open && <ApproveDialog command={open} onClose={() => setOpen(undefined)} />}
      {told !== undefined && <CommandDrawer key={told} commandId={told} onClose={() => setTold(undefined)} />}
    </div>
  );
}

function Inbox({
  consumerId,
  onOpen,
}: {
  readonly consumerId: number;
  readonly onOpen: (row: CommandWire) => void;
}) {
  const t = useControlTexts();
  const word = useValueWord();
  const may = useMay('archive.iRemoteControl.approve');
  const answer = useQuery(commandsQuery({ consumerId, toApprove: 1, current: 1, pageSize: MOST }));
  return (
    <Panel flush title={t('approvals')} unit={t('approvalHint')}>
      <ListTable<CommandWire>
        {...answerOf(answer)}
        label={t('approvals')}
        columns={[
          { key: 'point', title: t('point'), render: (row) => `${row.controlCode} ${row.controlName}` },
          {
            key: 'what',
            title: t('what'),
            render: (row) => t('fromTo', { from: word(row, row.valueBefore), to: word(row, row.target) }),
          },
          { key: 'by', title: t('by'), render: (row) => row.byName },
          { key: 'why', title: t('why'), render: (row) => row.remark ?? MISSING },
          { key: 'time', title: t('time'), render: (row) => secondAt(row.timeZone, row.requestedAt) },
          { key: 'site', title: t('site'), render: (row) => row.siteName },
        ]}
        keyOf={(row) => row.commandId}
        page={null}
        onPage={() => {}}
        actionsOf={(row) =>
          may && (
            <Button kind="link" aria-label={`${t('approve')} ${row.controlCode}`} onClick={() => onOpen(row)}>
              {t('approve')}
            </Button>
          )
        }
        empty={<EmptyState why={t('noApproval')} next={t('noApprovalNext')} height={120} />}
      />
    </Panel>
  );
}

const FIRST_ROWS = 10;
/** What came of it is told by the command itself, and by the history. */
const MEASURED: ReadonlySet<string> = new Set(['verify', 'shed']);

/** What somebody approved or turned down, and what came of it. */
function Decided({
  consumerId,
  onOpen,
}: {
  readonly consumerId: number;
  readonly onOpen: (commandId: number) => void;
}) {
  const t = useControlTexts();
  const [page, setPage] = useState({ current: 1, size: FIRST_ROWS });
  const { current, size } = page;
  const answer = useQuery(commandsQuery({ consumerId, decided: 1, current, pageSize: size }));
  return (
    <Panel flush title={t('decided')}>
      <ListTable<CommandWire>
        {...answerOf(answer)}
        label={t('decided')}
        columns={useCommandColumns(onOpen).filter(({ key }) => !MEASURED.has(key))}
        keyOf={(row) => row.commandId}
        page={page}
        onPage={(next, rows) => setPage({ current: next, size: rows })}
        empty={<EmptyState why={t('noDecided')} height={120} />}
      />
    </Panel>
  );
}

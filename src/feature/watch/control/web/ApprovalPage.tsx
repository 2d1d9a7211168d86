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
import { Panel } from '#web/ui/Panel.tsx';
import type { CommandWire } from '../contract.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { commandsQuery } from './calls.ts';
import { useValueWord } from './mark.tsx';
import { useControlTexts } from './useControlTexts.ts';

const MOST = 100;

/** The requests of others that wait for somebody to approve them. */
export default function ApprovalPage() {
  const { consumer } = useConsumer();
  const [open, setOpen] = useState<CommandWire>();
  if (!consumer) return <NoConsumer />;
  return (
    <>
      <Inbox consumerId={consumer.orgId} onOpen={setOpen} />
      {open && <ApproveDialog command={open} onClose={() => setOpen(undefined)} />}
    </>
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
        empty={<EmptyState why={t('noApproval')} height={200} />}
      />
    </Panel>
  );
}

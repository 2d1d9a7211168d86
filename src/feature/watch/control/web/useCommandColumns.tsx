import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import type { CommandWire } from '../contract.ts';
import { groundsOf } from '../domain/grounds.ts';
import { CommandMark, useValueWord } from './mark.tsx';
import { useControlTexts } from './useControlTexts.ts';

/** The columns of commands that were given. @param onOpen opens one */
export function useCommandColumns(onOpen: (commandId: number) => void) {
  const t = useControlTexts();
  const say = useText();
  const word = useValueWord();
  return [
    {
      key: 'time',
      title: t('time'),
      render: (row: CommandWire) => (
        <Button kind="link" onClick={() => onOpen(row.commandId)}>
          {secondAt(row.timeZone, row.requestedAt)}
        </Button>
      ),
    },
    {
      key: 'point',
      title: t('point'),
      render: (row: CommandWire) => `${row.controlCode} ${row.controlName}`,
    },
    {
      key: 'what',
      title: t('what'),
      render: (row: CommandWire) =>
        t('fromTo', { from: word(row, row.valueBefore), to: word(row, row.target) }),
    },
    { key: 'result', title: t('result'), render: (row: CommandWire) => <CommandMark state={row.state} /> },
    {
      key: 'grounds',
      title: t('grounds'),
      hint: (row: CommandWire) => groundsOf(row).map(say).join(' ') || undefined,
      render: (row: CommandWire) => groundsOf(row).map(say).join(' ') || MISSING,
    },
    {
      key: 'verify',
      title: t('verifyTime'),
      unit: 's',
      end: true,
      render: (row: CommandWire) =>
        row.sentAt === null || row.endedAt === null
          ? MISSING
          : formatNumber((row.endedAt - row.sentAt) / 1000, 1),
    },
    {
      key: 'shed',
      title: t('shed'),
      unit: 'kW',
      end: true,
      render: (row: CommandWire) =>
        row.kwPromised === null && row.kwAfter === null
          ? MISSING
          : `${row.kwBefore === null || row.kwAfter === null ? MISSING : formatNumber(row.kwBefore - row.kwAfter, 0)} / ${formatNumber(row.kwPromised, 0)}`,
    },
    { key: 'by', title: t('by'), render: (row: CommandWire) => row.byName },
    { key: 'approved', title: t('approvedBy'), render: (row: CommandWire) => row.approvedByName ?? MISSING },
  ];
}

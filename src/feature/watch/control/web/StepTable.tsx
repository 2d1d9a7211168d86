import { COMMAND_STATES, CONTROL_REASONS } from '#contract/control.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Table } from '#web/ui/Table.tsx';
import { type CommandWire, STEP_KINDS, type StepWire } from '../contract.ts';
import styles from './Control.module.css';
import { useValueWord } from './mark.tsx';
import { useControlTexts } from './useControlTexts.ts';

/** Every step of a command, with who, when, and the bytes. */
export function StepTable({
  command,
  steps,
}: {
  readonly command: CommandWire;
  readonly steps: readonly StepWire[];
}) {
  const t = useControlTexts();
  const say = useText();
  const word = useValueWord();
  const told = ({ state, reason, detail }: StepWire): string =>
    [state && say(COMMAND_STATES[state]), reason && say(CONTROL_REASONS[reason]), detail && say(detail)]
      .filter(Boolean)
      .join('；');
  return (
    <Table<StepWire>
      look="small"
      scroll={{ label: t('stepsTitle') }}
      rows={steps}
      keyOf={(row) => row.id}
      columns={[
        {
          key: 'at',
          title: t('time'),
          className: styles.nowrap,
          render: (row) =>
            `${secondAt(command.timeZone, row.at).slice(-8)}.${String(row.at % 1000).padStart(3, '0')}`,
        },
        {
          key: 'kind',
          title: t('step'),
          className: styles.nowrap,
          render: (row) => say(STEP_KINDS[row.kind]),
        },
        {
          key: 'value',
          title: t('value'),
          className: styles.nowrap,
          render: (row) =>
            row.kind === 'power'
              ? `${formatNumber(row.value, 1)} kW`
              : row.value === null
                ? MISSING
                : word(command, row.value),
        },
        {
          key: 'bytes',
          title: t('bytes'),
          render: (row) => <code className={styles.bytes}>{row.bytes ?? MISSING}</code>,
        },
        {
          key: 'who',
          title: t('who'),
          render: (row) => [row.byName, row.ip].filter(Boolean).join(' ') || MISSING,
        },
        { key: 'told', title: t('told'), render: (row) => told(row) || MISSING },
      ]}
    />
  );
}

import { formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { FiguresWire, ReplayAnswer, TrialWire } from '../contract.ts';
import styles from './Replay.module.css';
import { useReplayTexts } from './useReplayTexts.ts';

/** Proposals that are shown; there are as many as were tried, the best first. */
const SHOWN = 5;

export interface TrialsProps {
  readonly answer: ReplayAnswer;
  readonly onApply: (trial: TrialWire) => void;
}

/** Dead bands and delays that were tried on the draft, the best first. */
export function Trials({ answer, onApply }: TrialsProps) {
  const t = useReplayTexts();
  const { trials } = answer;
  const count = (n: number): string => formatNumber(n, 0);
  const best = (row: TrialWire, text: string) => (
    <span className={row === trials[0] ? styles.chosen : ''}>{text}</span>
  );
  return (
    <Panel title={t('proposals')} unit={t('tried', { n: trials.length })} flush>
      <ListTable<TrialWire>
        label={t('proposals')}
        rows={trials.slice(0, SHOWN)}
        total={Math.min(SHOWN, trials.length)}
        page={null}
        onPage={() => {}}
        keyOf={(row) => `${row.deadBandPercent} ${row.delay}`}
        empty={<EmptyState why={t('noTrial')} height={96} />}
        columns={[
          {
            key: 'band',
            title: t('deadBand'),
            end: true,
            render: (row) => best(row, `${count(row.deadBandPercent)} %`),
          },
          {
            key: 'delay',
            title: t('delay'),
            unit: 's',
            end: true,
            render: (row) => best(row, count(row.delay)),
          },
          { key: 'raises', title: t('raises'), end: true, render: (row) => count(row.raises) },
          { key: 'chatter', title: t('chatter'), end: true, render: (row) => count(row.chattering) },
          {
            key: 'real',
            title: t('real'),
            end: true,
            render: ({ kept, of }) => t('kept', { kept, of }),
          },
          { key: 'later', title: t('later'), unit: 's', end: true, render: (row) => count(row.later) },
        ]}
        actionsOf={(row) => (
          <Button kind="link" onClick={() => onApply(row)}>
            {t('apply')}
          </Button>
        )}
      />
    </Panel>
  );
}

interface Line {
  readonly key: string;
  readonly title: string;
  readonly of: (figures: FiguresWire) => string;
}

/** The figures of the version in force, the draft and the best proposal beside each other. */
export function OldAndNew({ answer }: { readonly answer: ReplayAnswer }) {
  const t = useReplayTexts();
  const { draft, inForce, proposed } = answer.figures;
  const lines: readonly Line[] = [
    { key: 'raises', title: t('raises'), of: ({ raises }) => formatNumber(raises, 0) },
    { key: 'perDay', title: t('perDay'), of: ({ raisesPerDay }) => formatNumber(raisesPerDay, 1) },
    {
      key: 'chatter',
      title: `${t('chatter')} %`,
      of: ({ raises, chattering }) => (raises === 0 ? MISSING : formatPercent(chattering / raises)),
    },
    { key: 'real', title: t('real'), of: ({ kept, of }) => t('kept', { kept, of }) },
    { key: 'letters', title: t('letters'), of: ({ letters }) => formatNumber(letters, 0) },
    {
      key: 'flood',
      title: `${t('flood')} ${t('minutes')}`,
      of: ({ floodMinutes }) => formatNumber(floodMinutes, 0),
    },
  ];
  const days = Math.round((answer.to - answer.from) / DAY_MS);
  const column = (key: string, title: string, figures: FiguresWire | null) =>
    figures ? [{ key, title, end: true, render: (line: Line) => line.of(figures) }] : [];
  return (
    <Panel title={t('oldNew')} unit={t('allMeters', { n: answer.meters.pagination.total, days })} flush>
      <ListTable<Line>
        label={t('oldNew')}
        rows={lines}
        total={lines.length}
        page={null}
        onPage={() => {}}
        keyOf={(line) => line.key}
        empty={null}
        columns={[
          { key: 'figure', title: t('figure'), render: (line) => line.title },
          ...column('inForce', t('inForce'), inForce),
          ...column('draft', t('draftLane'), draft),
          ...column('proposed', t('proposed'), proposed),
        ]}
      />
    </Panel>
  );
}

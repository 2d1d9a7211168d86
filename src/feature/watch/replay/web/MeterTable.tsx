import { coveragePercent, formatNumber, MISSING } from '#domain/figure/number.ts';
import { Button } from '#web/ui/Button.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { LaneWire, ReplayAnswer, ReplayMeter } from '../contract.ts';
import { METERS } from './calls.ts';
import styles from './Replay.module.css';
import { isOfPoints } from '#domain/alarm/settings.ts';
import { useReplayTexts } from './useReplayTexts.ts';

export interface MeterTableProps {
  readonly answer: ReplayAnswer;
  readonly waiting: boolean;
  readonly shown: number | null;
  readonly onPage: (page: number) => void;
  readonly onMeter: (ammeterId: number) => void;
}

/** What each meter would have rung; a press draws its curve. */
export function MeterTable({ answer, waiting, shown, onPage, onMeter }: MeterTableProps) {
  const t = useReplayTexts();
  const { list, pagination } = answer.meters;
  const count = (lane: LaneWire | null): string => (lane ? formatNumber(lane.raises, 0) : MISSING);
  return (
    <Panel title={t(isOfPoints(answer.draft.method) ? 'pointsTitle' : 'metersTitle')} flush>
      <ListTable<ReplayMeter>
        label={t(isOfPoints(answer.draft.method) ? 'pointsTitle' : 'metersTitle')}
        rows={list}
        waiting={waiting}
        total={pagination.total}
        page={pagination.total > METERS ? { current: pagination.current, size: METERS } : null}
        onPage={(current) => onPage(current)}
        keyOf={(row) => row.ammeterId}
        empty={null}
        columns={[
          {
            key: 'meter',
            title: t(isOfPoints(answer.draft.method) ? 'points' : 'meters'),
            render: (row) => (
              <Button
                kind="link"
                onClick={() => onMeter(row.ammeterId)}
                aria-current={row.ammeterId === shown}
              >
                <span className={row.ammeterId === shown ? styles.chosen : ''}>{row.ammeterName}</span>
              </Button>
            ),
          },
          { key: 'site', title: t('site'), render: (row) => row.siteName ?? MISSING },
          {
            key: 'coverage',
            title: t('coverage'),
            unit: '%',
            end: true,
            render: (row) => coveragePercent(row.coverage),
          },
          { key: 'inForce', title: t('inForce'), end: true, render: (row) => count(row.inForce) },
          { key: 'draft', title: t('draftLane'), end: true, render: (row) => count(row.draft) },
          {
            key: 'chatter',
            title: t('chatter'),
            end: true,
            render: (row) => formatNumber(row.draft.chattering, 0),
          },
          { key: 'proposed', title: t('proposed'), end: true, render: (row) => count(row.proposed) },
        ]}
      />
    </Panel>
  );
}

import type { ResourceRow } from '#web/resource/kindWeb.ts';
import type { ReplayAnswer, TrialWire } from '../contract.ts';
import type { Draft } from './draft.ts';
import { Figures } from './Figures.tsx';
import { Letters, WorstHour } from './Letters.tsx';
import { MeterTable } from './MeterTable.tsx';
import { PictureView } from './PictureView.tsx';
import styles from './Replay.module.css';
import { SwitchOn } from './SwitchOn.tsx';
import { OldAndNew, Trials } from './Trials.tsx';

export interface ResultsProps {
  readonly answer: ReplayAnswer;
  readonly waiting: boolean;
  /** The meter whose curve is asked for; null = the one with most raises. */
  readonly meterId: number | null;
  readonly rule: ResourceRow | null;
  readonly draft: Draft;
  readonly fresh: boolean;
  readonly onPage: (page: number) => void;
  readonly onMeter: (ammeterId: number) => void;
  readonly onApply: (trial: TrialWire) => void;
}

/** All that a replay found. */
export function Results(props: ResultsProps) {
  const { answer, meterId, onApply } = props;
  const { list } = answer.meters;
  const meter = list.find(({ ammeterId }) => ammeterId === meterId) ?? list[0];
  const best = answer.trials[0];
  const better = best && best.raises < answer.figures.draft.raises ? best : null;
  return (
    <>
      <Figures answer={answer} />
      {meter && <PictureView answer={answer} meter={meter} />}
      <div className={styles.pair}>
        <Trials answer={answer} onApply={onApply} />
        <OldAndNew answer={answer} />
      </div>
      <div className={styles.pair}>
        <Letters answer={answer} />
        <WorstHour answer={answer} />
      </div>
      <MeterTable
        answer={answer}
        waiting={props.waiting}
        shown={meter?.ammeterId ?? null}
        onPage={props.onPage}
        onMeter={props.onMeter}
      />
      <SwitchOn
        rule={props.rule}
        draft={props.draft}
        answer={answer}
        fresh={props.fresh}
        onApply={better && (() => onApply(better))}
      />
    </>
  );
}

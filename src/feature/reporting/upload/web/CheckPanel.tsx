import { useQuery } from '@tanstack/react-query';
import { STAT_TYPES, type StatType } from '#contract/upload.ts';
import { MISSING } from '#domain/figure/number.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { type CheckAnswer, RULES, type Verdict } from '../contract.ts';
import { checkQuery } from './calls.ts';
import { VERDICT_STATUS } from './record.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

export interface CheckPanelProps {
  readonly platformId: number;
  readonly statType: StatType;
  /** `YYYY-MM-DD`; null = the last period that is over. */
  readonly date: string | null;
}

/** The twenty-one rules before reporting, each with its number and the way to what mends it. */
export function CheckPanel({ platformId, statType, date }: CheckPanelProps) {
  const t = useReportTexts();
  const answer = useQuery(checkQuery({ platformId, statType, date }));
  if (answer.isError)
    return (
      <Panel title={t('check')}>
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={160} />
      </Panel>
    );
  if (!answer.data)
    return (
      <Panel title={t('check')}>
        <LoadingState height={240} />
      </Panel>
    );
  return <Verdicts answer={answer.data} />;
}

/** The head of the check: how many rules pass, and for how many items all do. */
function Score({ answer: { verdicts, items, green, score } }: { readonly answer: CheckAnswer }) {
  const t = useReportTexts();
  const count = (level: Verdict['level']): number => verdicts.filter((one) => one.level === level).length;
  return (
    <span className={styles.score}>
      <StatusDot status="normal" text={t('passed', { n: count('ok') })} />
      <StatusDot status="warning" text={t('warned', { n: count('warn') })} />
      <StatusDot status="alarm" text={t('blocked', { n: count('block') })} />
      <b>{score === null ? MISSING : `${Math.floor(score * 100)}%`}</b>
      <span>{t('green', { green, n: items.length })}</span>
    </span>
  );
}

function Verdicts({ answer }: { readonly answer: CheckAnswer }) {
  const t = useReportTexts();
  const say = useText();
  const { statType, period, items } = answer;
  return (
    <Panel
      flush
      title={t('check')}
      unit={t('checkOf', { type: say(STAT_TYPES[statType]), period, n: items.length })}
      extra={<Score answer={answer} />}
    >
      <ul className={styles.rules}>
        {answer.verdicts.map(({ rule, level, figure, link }) => (
          <li key={rule} className={level === 'block' ? styles.bad : undefined}>
            <StatusDot status={VERDICT_STATUS[level]} text={rule} />
            <span>{say(RULES[rule])}</span>
            <b>{figure}</b>
            <GoLink goal={{ to: link }} aria-label={`${t('mend')} ${say(RULES[rule])}`}>
              {t('mend')}
            </GoLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

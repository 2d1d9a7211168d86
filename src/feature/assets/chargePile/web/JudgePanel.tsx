import { useQueryClient } from '@tanstack/react-query';
import { DatePicker, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { ApiError } from '#web/api.ts';
import { rowsChanged } from '#web/resource/rows.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Choice.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { instantText, pickerTime } from '#web/ui/zoneTime.ts';
import { SESSION_STATES } from '#contract/chargeSession.ts';
import type { SessionCurve } from '../contract.ts';
import { type Verdict, VERDICT_NAMES, VERDICTS } from '../contract/verdict.ts';
import { CHARGE_KEY, judgeSession } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Charge.module.css';
import { useChargeTexts } from './useChargeTexts.ts';

interface Wish {
  readonly verdict: Verdict;
  /** ISO 8601. */
  readonly beginAt: string;
  readonly endAt: string | null;
  /** kWh. */
  readonly meterStop: number | null;
  readonly reason: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** What the form begins with: the end that the charger told, else the last value on the course. */
function firstWish({ begin, end, meterStart, meterStop, doubt, points }: SessionCurve): Wish {
  const last = points.findLast(({ onCourse, energy }) => onCourse && energy !== null);
  const endMs = end ?? (last && last.at > begin ? last.at : null);
  const register = last?.energy == null ? null : Math.round((meterStart + last.energy) * 1000) / 1000;
  const told = meterStop !== null && meterStop >= meterStart && doubt !== 'tooMuch' ? meterStop : null;
  return {
    verdict: 'settle',
    beginAt: iso(begin),
    endAt: endMs === null || endMs < begin ? null : iso(endMs),
    meterStop: told ?? register,
    reason: '',
  };
}

/** What people found of a session, and for whoever may: to find something of it. */
export function JudgePanel({ curve }: { readonly curve: SessionCurve }) {
  const t = useChargeTexts();
  const may = useMay('archive.chargeSession.judge');
  const { judgements, judgeable, doubt, state } = curve;
  if (judgements.length === 0 && !(may && judgeable)) return null;
  const asks = state === '3' || doubt !== null || judgements.length > 0;
  return (
    <Panel title={t('judgements')}>
      {judgements.length > 0 && <Judgements curve={curve} />}
      {may && judgeable && asks && <JudgeForm curve={curve} />}
    </Panel>
  );
}

function Judgements({ curve: { judgements, timeZone } }: { readonly curve: SessionCurve }) {
  const t = useChargeTexts();
  const say = useText();
  const clock = (at: number): string => timeAt(timeZone, at);
  const kWh = (value: number | null): string => (value === null ? MISSING : `${formatNumber(value, 3)} kWh`);
  const yuan = (value: number | null): string => (value === null ? MISSING : formatNumber(value, 2));
  return (
    <ol className={styles.judgements}>
      {judgements.map((one) => (
        <li key={one.at}>
          <b>{say(VERDICTS[one.verdict])}</b> {clock(one.at)} · {one.byName}
          {one.verdict === 'settle' && one.end !== null && (
            <div>{t('judgedEnd', { end: clock(one.end), register: kWh(one.meterStop) })}</div>
          )}
          <div>{t('reasonWas', { reason: one.reason })}</div>
          <div className={kit.quiet}>
            {t('judgedBefore', {
              state: say(SESSION_STATES[one.wasState]),
              energy: kWh(one.wasEnergy),
              total: yuan(one.wasTotal),
            })}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Sends what a person found; what was refused stays with its field. */
function useJudge(curve: SessionCurve) {
  const t = useChargeTexts();
  const client = useQueryClient();
  const [problem, setProblem] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const send = async ({ verdict, reason, endAt, meterStop, beginAt }: Wish): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const begun = beginAt === iso(curve.begin) ? {} : { beginAt };
      const found = verdict === 'settle' ? { endAt: endAt ?? '', meterStop: meterStop ?? '', ...begun } : {};
      await judgeSession({ id: curve.sessionId, verdict, reason, ...found });
      notify('success', t('judged'));
      await rowsChanged();
      await client.invalidateQueries({ queryKey: CHARGE_KEY });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, problem, busy };
}

function JudgeForm({ curve }: { readonly curve: SessionCurve }) {
  const t = useChargeTexts();
  const say = useText();
  const [wish, setWish] = useState(() => firstWish(curve));
  const { send, problem, busy } = useJudge(curve);
  const change = (part: Partial<Wish>): void => setWish({ ...wish, ...part });
  const lifts = curve.state === '5' || curve.state === '6';
  return (
    <form
      className={`${kit.stack} ${styles.page}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send(wish);
      }}
    >
      <Choice
        label={t('verdict')}
        columns={1}
        value={wish.verdict}
        options={VERDICT_NAMES.filter((one) => one !== 'lift' || lifts).map((value) => ({
          value,
          text: say(VERDICTS[value]),
        }))}
        onChange={(verdict) => change({ verdict })}
      />
      {wish.verdict === 'settle' && (
        <EndFields curve={curve} wish={wish} problem={problem} onChange={change} />
      )}
      <label className={kit.stackTight}>
        {t('reason')}
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={wish.reason}
          {...(problem?.field === 'reason' ? { status: 'error' as const } : {})}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </label>
      {problem && (
        <p role="alert" className={styles.fault}>
          {problem.message}
        </p>
      )}
      <div>
        <Button kind="primary" type="submit" disabled={busy || wish.reason.trim().length < 2}>
          {t('judge')}
        </Button>
      </div>
    </form>
  );
}

interface EndProps {
  readonly curve: SessionCurve;
  readonly wish: Wish;
  readonly problem: ApiError | undefined;
  readonly onChange: (part: Partial<Wish>) => void;
}

/** When a session began and ended, and where its register stood. */
function EndFields({ curve: { timeZone, meterStart }, wish, problem, onChange }: EndProps) {
  const t = useChargeTexts();
  const mark = (field: string) => (problem?.field === field ? { status: 'error' as const } : {});
  const picker = (field: 'beginAt' | 'endAt', label: string) => (
    <label className={kit.stackTight}>
      {label}
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        value={wish[field] === null ? null : pickerTime(wish[field], timeZone)}
        allowClear={false}
        {...mark(field)}
        onChange={(next) => onChange({ [field]: next ? instantText(next, timeZone) : null })}
      />
    </label>
  );
  return (
    <div className={styles.fields}>
      {picker('beginAt', t('began'))}
      {picker('endAt', t('ended'))}
      <label className={kit.stackTight}>
        {t('registerAtEnd', { start: formatNumber(meterStart, 3) })}
        <InputNumber
          value={wish.meterStop}
          min={0}
          precision={3}
          style={{ width: '100%' }}
          {...mark('meterStop')}
          onChange={(next) => onChange({ meterStop: next })}
        />
      </label>
    </div>
  );
}

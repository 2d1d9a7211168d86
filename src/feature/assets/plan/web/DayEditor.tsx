import RedoOutlined from '@ant-design/icons-svg/es/asn/RedoOutlined';
import UndoOutlined from '@ant-design/icons-svg/es/asn/UndoOutlined';
import { useQuery } from '@tanstack/react-query';
import { InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { type DaySlots, daySlots } from '#domain/storage/slots.ts';
import { clockAt, dateAt } from '#domain/time/text.ts';
import { post } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { PLAN_MAY, type PlanDay } from '../contract.ts';
import { AnswersPanel } from './AnswersPanel.tsx';
import { periodsQuery, refreshPlans } from './calls.ts';
import { ChecksPanel } from './ChecksPanel.tsx';
import { type Chosen, runAround } from './edit.ts';
import { FilesDialog } from './FilesDialog.tsx';
import { LifeSteps } from './LifeSteps.tsx';
import { PlanActions } from './PlanActions.tsx';
import { PlanPlot, type PlotEdit } from './PlanPlot.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Plan.module.css';
import { RunsPanel } from './RunsPanel.tsx';
import { partsOf } from './parts.ts';
import { HourAxis } from './Shades.tsx';
import { SocPlot } from './SocPlot.tsx';
import { StrategyDialog } from './StrategyDialog.tsx';
import { judgeDay, useDay } from './useDay.ts';
import { usePlanTexts } from './usePlan.ts';

type DayState = ReturnType<typeof useDay>;

const firstChosen = (points: readonly number[], begun: number, { count }: DaySlots): Chosen => {
  const slot = points.findIndex((kw, i) => kw !== 0 && i >= begun && i < count);
  const still = Math.min(begun, count - 1);
  return slot < 0 ? { from: still, to: still + 1 } : runAround(points, slot);
};

/** A day of a station with its plan, to be looked at and edited. */
export function DayEditor({ day }: { readonly day: PlanDay }) {
  const may = useMay(PLAN_MAY.make);
  const { station, planDate, begun } = day;
  const state = useDay(day, may, planDate < dateAt(station.timeZone, day.now));
  const slots = daySlots(station.timeZone, planDate);
  const [chosen, choose] = useState(() => firstChosen(state.points, begun, slots));
  const parts = partsOf(
    useQuery(periodsQuery(station.siteId, planDate)).data,
    slots.usual.slice(0, slots.count),
  );
  const violations = judgeDay(day, state.points, state.socStart);
  const bounds = { begun, end: slots.count, most: station.powerKw };
  const edit = (next: PlotEdit): void => {
    state.edit(next);
    if (next.chosen) choose(next.chosen);
  };
  const { points, editable } = state;
  const shared = { points, chosen, bounds, slots, violations, editable, onEdit: edit };
  return (
    <>
      <ActionBar day={day} state={state} broken={violations.length > 0} />
      <Panel flush>
        <LifeSteps day={day} plan={state.dirty && !state.draft ? null : state.latest} />
      </Panel>
      <StaleNotice state={state} />
      <div className={styles.columns}>
        <div className={kit.stack}>
          <CurvePanel
            state={state}
            day={day}
            plot={{ ...shared, parts, onChoose: choose, onUndo: state.turn }}
          />
          <RunsPanel {...shared} day={day} socStart={state.socStart} onChoose={choose} />
        </div>
        <div className={kit.stack}>
          <ChecksPanel {...shared} day={day} onChoose={choose} />
          <AnswersPanel day={day} plan={state.latest} />
        </div>
      </div>
    </>
  );
}

function StaleNotice({ state }: { readonly state: DayState }) {
  const t = usePlanTexts();
  if (state.stale)
    return (
      <div className={styles.warning} role="alert">
        {t('otherChanged')}
        <Button onClick={state.discard}>{t('reload')}</Button>
      </div>
    );
  const note = state.latest?.note;
  return note ? <p className={styles.warning}>{note}</p> : null;
}

function ActionBar({
  day,
  state,
  broken,
}: {
  readonly day: PlanDay;
  readonly state: DayState;
  readonly broken: boolean;
}) {
  const t = usePlanTexts();
  const mayMake = useMay(PLAN_MAY.make);
  const mayStrategy = useMay('archive.storageStrategy.edit');
  const [shown, show] = useState<'strategy' | 'files' | null>(null);
  const { draft, latest, dirty, editable, blocked } = state;
  const isOver = day.planDate < dateAt(day.station.timeZone, day.now);
  return (
    <div className={kit.row} style={{ flexWrap: 'wrap' }}>
      {editable && <StrategyChoice day={day} state={state} />}
      {mayMake && <Button onClick={() => show('files')}>{t('files')}</Button>}
      {mayStrategy && <Button onClick={() => show('strategy')}>{t('asStrategy')}</Button>}
      <DraftActions day={day} state={state} broken={broken} />
      {latest && !dirty && <PlanActions plan={latest} wired={day.station.wired} />}
      {latest && !draft && !blocked && !dirty && mayMake && !isOver && (
        <Button onClick={state.beginNext}>{t('nextVersion')}</Button>
      )}
      {shown === 'strategy' && <StrategyDialog day={day} points={state.points} onClose={() => show(null)} />}
      {shown === 'files' && (
        <FilesDialog
          station={day.station}
          fromDt={day.planDate}
          toDt={day.planDate}
          onClose={() => show(null)}
        />
      )}
    </div>
  );
}

/** Saving, discarding and submitting what is edited. */
function DraftActions({
  day,
  state,
  broken,
}: {
  readonly day: PlanDay;
  readonly state: DayState;
  readonly broken: boolean;
}) {
  const t = usePlanTexts();
  const mayMake = useMay(PLAN_MAY.make);
  const { draft, dirty, editable } = state;
  const isOver = day.planDate < dateAt(day.station.timeZone, day.now);
  const submit = async (): Promise<void> => {
    if (!draft) return;
    await post('sdata/planCurve/submit', { id: draft.id, edition: draft.edition });
    notify('success', t('submitted'));
    await refreshPlans();
  };
  // What was refused has been told; the draft stays on the page.
  const quietly = (work: Promise<void>): void => void work.catch(() => {});
  return (
    <>
      {editable && (
        <Button
          kind={dirty || !draft ? 'primary' : 'default'}
          disabled={state.stale || (!dirty && draft !== null)}
          onClick={() => quietly(state.save())}
        >
          {t('save')}
        </Button>
      )}
      {dirty && <Button onClick={state.discard}>{t('discard')}</Button>}
      {draft && mayMake && (
        <Button
          kind={dirty ? 'default' : 'primary'}
          disabled={dirty || broken || isOver}
          title={dirty ? t('unsaved') : broken ? t('hint_submitted') : undefined}
          onClick={() => quietly(submit())}
        >
          {t('submit')}
        </Button>
      )}
    </>
  );
}

/** A strategy that the curve is taken from. */
function StrategyChoice({ day, state }: { readonly day: PlanDay; readonly state: DayState }) {
  const t = usePlanTexts();
  return (
    <Select<number>
      value={null as never}
      placeholder={t('chooseTemplate')}
      aria-label={t('chooseTemplate')}
      style={{ minWidth: 180 }}
      options={day.strategies.map(({ id, strategyName, version, fits }) => ({
        value: id,
        label: `${strategyName} v${version}${fits ? ` · ${t('fits')}` : ''}`,
      }))}
      onChange={(id) => {
        const strategy = day.strategies.find((one) => one.id === id);
        if (strategy) state.take(id, strategy.points);
      }}
    />
  );
}

interface CurvePanelProps {
  readonly state: DayState;
  readonly day: PlanDay;
  readonly plot: Omit<Parameters<typeof PlanPlot>[0], 'describedBy'>;
}

function CurvePanel({ state, day, plot }: CurvePanelProps) {
  const t = usePlanTexts();
  const id = useId();
  const { station } = day;
  return (
    <Panel
      title={t('plan96')}
      unit={t('plan96Unit')}
      extra={
        state.editable && (
          <span className={kit.row}>
            <Button
              kind="icon"
              aria-label={t('undo')}
              disabled={!state.canUndo}
              onClick={() => state.turn(true)}
            >
              <Icon icon={UndoOutlined} />
            </Button>
            <Button
              kind="icon"
              aria-label={t('redo')}
              disabled={!state.canRedo}
              onClick={() => state.turn(false)}
            >
              <Icon icon={RedoOutlined} />
            </Button>
          </span>
        )
      }
    >
      <PlanPlot {...plot} describedBy={id} />
      <SocHead state={state} day={day} />
      <SocPlot
        points={state.points}
        station={station}
        socStart={state.socStart}
        anchor={day.socAnchor}
        slots={plot.slots}
        parts={plot.parts}
      />
      <HourAxis parts={plot.parts} slots={plot.slots} />
      <p id={id} className={`${kit.quiet} ${styles.hint}`}>
        {state.editable ? t('keys') : t('view')}
      </p>
    </Panel>
  );
}

/** Of today what the battery holds now, from which the rest is reckoned; or that this is not known. */
function SocNow({ day: { socAnchor, station, planDate, now } }: Pick<CurvePanelProps, 'day'>) {
  const t = usePlanTexts();
  if (planDate !== dateAt(station.timeZone, now)) return null;
  return (
    <span>
      {socAnchor === null
        ? t('socNowUnknown')
        : t('socNow', { n: socAnchor.told.toFixed(1), at: clockAt(station.timeZone, socAnchor.at) })}
    </span>
  );
}

/** Where the state of charge begins, and what it is reckoned with. */
function SocHead({ state, day }: Pick<CurvePanelProps, 'state' | 'day'>) {
  const t = usePlanTexts();
  const { station } = day;
  return (
    <div className={styles.socHead}>
      <b>{t('soc')} %</b>
      <label className={kit.row}>
        {t('socStart')}
        {state.editable ? (
          <InputNumber
            size="small"
            min={0}
            max={100}
            precision={1}
            value={state.socStart}
            aria-label={`${t('soc')} ${t('socStart')}`}
            onChange={(soc) => soc !== null && state.setSoc(soc)}
          />
        ) : (
          <b>{state.socStart.toFixed(1)}</b>
        )}
      </label>
      {state.latest === null && <span>{t(state.ownSoc ? 'socFrom_own' : `socFrom_${day.socFrom}`)}</span>}
      <SocNow day={day} />
      <span>
        {t('efficiency', {
          c: Math.round(station.chargeEfficiency * 100),
          d: Math.round(station.dischargeEfficiency * 100),
        })}
      </span>
    </div>
  );
}

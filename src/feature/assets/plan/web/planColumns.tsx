import { Link } from '@tanstack/react-router';
import { PLAN_SOURCES, PLAN_STATES } from '#contract/plan.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { PlanCurveRow } from '../contract.ts';
import { PLAN_STATUS } from './status.ts';
import { usePlanTexts } from './usePlan.ts';

/** The columns of a list of plans. @param zone of their station */
export function usePlanColumns(zone: string): readonly TableColumn<PlanCurveRow>[] {
  const t = usePlanTexts();
  const say = useText();
  return [
    {
      key: 'day',
      title: t('day'),
      rowHead: true,
      render: ({ planDate, stationId }) => (
        <Link
          to="/SDNGuangchuchong/Chunengcelve/Setting"
          search={{ station: stationId, date: planDate } as never}
        >
          {planDate}
        </Link>
      ),
      hint: ({ planId }) => planId,
    },
    { key: 'version', title: t('version'), end: true, render: ({ version }) => version },
    {
      key: 'state',
      title: t('state'),
      render: ({ planState }) => (
        <StatusDot status={PLAN_STATUS[planState]} text={say(PLAN_STATES[planState])} />
      ),
      hint: ({ note, attempts }) => [note, attempts > 0 ? t('attempts', { n: attempts }) : null].filter(Boolean).join(' · ') || undefined, // prettier-ignore
    },
    {
      key: 'source',
      title: t('source'),
      render: ({ planSource, strategyName, strategyVersion }) =>
        strategyName ? `${strategyName} v${strategyVersion ?? ''}` : say(PLAN_SOURCES[planSource]),
    },
    {
      key: 'discharged',
      title: t('discharged'),
      unit: 'kWh',
      end: true,
      render: ({ dischargedKwh }) => formatNumber(dischargedKwh, 1),
    },
    {
      key: 'charged',
      title: t('charged'),
      unit: 'kWh',
      end: true,
      render: ({ chargedKwh }) => formatNumber(chargedKwh, 1),
    },
    ...usePeopleColumns(zone),
  ];
}

/** Who did what, and when. */
function usePeopleColumns(zone: string): readonly TableColumn<PlanCurveRow>[] {
  const t = usePlanTexts();
  const at = (time: string | null): string => (time === null ? MISSING : momentAt(zone, time).slice(5));
  return [
    { key: 'made', title: t('madeBy'), render: ({ madeBy }) => madeBy ?? t('byItself') },
    { key: 'approved', title: t('approvedBy'), render: ({ approvedBy }) => approvedBy ?? MISSING },
    {
      key: 'issued',
      title: t('issuedBy'),
      render: ({ issuedBy, witnessedBy }) =>
        issuedBy === null
          ? MISSING
          : witnessedBy === null
            ? issuedBy
            : `${issuedBy} · ${t('confirmedBy', { name: witnessedBy })}`,
    },
    { key: 'issuedAt', title: t('issuedAt'), render: ({ issuedAt }) => at(issuedAt) },
    { key: 'acceptedAt', title: t('acceptedAt'), render: ({ acceptedAt }) => at(acceptedAt) },
  ];
}

import { NOT_COMPARABLE } from '#contract/notComparable.ts';
import type { Text } from '#contract/text.ts';
import {
  formatAmount,
  formatChange,
  formatFull,
  formatNumber,
  formatScaled,
  formatPercent,
  MISSING,
  scaleFor,
} from '#domain/figure/number.ts';
import { dateAt } from '#domain/time/text.ts';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import { shortClock } from '#web/text/wallClock.ts';
import type { Say } from '#web/text/useTexts.ts';
import type { Goal } from '#web/ui/GoLink.tsx';
import type { KeyFigure } from '#web/ui/KeyFigures.tsx';
import type { DayCost, Money, MoneyFigure, MonthDemand } from '../contract.ts';
import type { UnitMonth } from '#feature/statistics/energyStatistics/contract.ts';
import { goals } from './goals.ts';

export type SayHome = Say<typeof import('./texts.ts').texts>;

/** How figures are put into words. */
export interface Wording {
  readonly t: SayHome;
  readonly say: (text: Text) => string;
  /** Whether the reader may call a function. */
  readonly may: (funCode: string) => boolean;
}

/** Which day is shown, before anything is known of it. */
export interface ShownDay {
  readonly date: string;
  readonly current: boolean;
  readonly nowMonth: boolean;
}

const labelsOf = ({ date, current, nowMonth }: ShownDay, t: SayHome) => ({
  cost: t(current ? 'costNow' : 'costPast'),
  price: t(current ? 'priceNow' : 'pricePast'),
  demand: t(nowMonth ? 'demandNow' : 'demandPast', { month: date.slice(0, 7) }),
});

/** The places of the figures until they have come. */
export function waitingFigures(day: ShownDay, t: SayHome): KeyFigure[] {
  return Object.entries(labelsOf(day, t)).map(([key, label]) => ({ key, label, value: '', waiting: true }));
}

/** Cost and mean price of the day, and the maximum demand of its settlement month against its limit. */
export function moneyFigures(money: Money, nowMonth: boolean, words: Wording): KeyFigure[] {
  const { date, current } = money;
  const labels = labelsOf({ date, current, nowMonth }, words.t);
  return [
    ...(money.day ? dayFigures(money.day, money, labels, words) : []),
    ...(money.demand ? [demandFigure(money.demand, money, labels.demand, words)] : []),
  ];
}

/** A link to what is to be entered, or its words alone for whoever may not. */
const remedy = (
  text: string,
  goal: Goal,
  funCode: string,
  { may }: Wording,
): Pick<KeyFigure, 'remedy' | 'comparison'> =>
  may(funCode) ? { remedy: { goal, text } } : { comparison: { label: text, value: '' } };

function dayFigures(
  day: DayCost,
  { current, subject, date, until }: Money,
  labels: ReturnType<typeof labelsOf>,
  words: Wording,
): KeyFigure[] {
  const { t, say } = words;
  const { cost, price, unpriced, coverage, flags } = day;
  const unit = t('yuan');
  const lacks = formatAmount(unpriced, subject.unit);
  const partly = unpriced > 0 && cost.value !== null;
  const goal = goals.charge(subject, date);
  const label = t(current && until > 0 ? 'sameTimeYesterday' : 'dayBefore');
  const beside = ({ value, before, change, why }: MoneyFigure, decimals: number, of: string) => ({
    comparison: {
      label,
      value: formatChange(change),
      title: [
        ...(why ? [say(NOT_COMPARABLE[why])] : []),
        t('against', {
          now: formatNumber(value, decimals),
          before: formatNumber(before, decimals),
          unit: of,
        }),
      ].join('\n'),
    },
  });
  // Of a day without data nothing is said of prices.
  const unpriceable = cost.value === null && unpriced > 0;
  const nothing = unpriceable ? t('noPriceWhy') : say(NOT_COMPARABLE.now);
  const known = coverage === null ? null : shareOf(coverage);
  const estimated = current || (coverage ?? 100) < 100;
  const quality = qualityOf(flags) ?? (estimated ? ('estimated' as const) : undefined);
  return [
    {
      key: 'cost',
      label: partly ? t('atLeast', { label: labels.cost }) : labels.cost,
      value: formatNumber(cost.value, 2),
      unit: 'CNY',
      full: [
        cost.value === null ? nothing : `${formatFull(cost.value)} ${unit}`,
        ...(partly ? [t('unpriced', { amount: lacks })] : []),
        t('costIs'),
      ].join('\n'),
      coverage: cost.value === null ? null : known,
      ...(quality && cost.value !== null ? { quality } : {}),
      goal,
      ...(unpriceable
        ? remedy(t('noPrice'), goals.agreement(), 'price.priceAgreement.view', words)
        : partly
          ? remedy(
              t('unpricedShort', { amount: lacks }),
              goals.agreement(),
              'price.priceAgreement.view',
              words,
            )
          : beside(cost, 2, unit)),
      trend: cost.trend,
    },
    {
      key: 'price',
      label: labels.price,
      value: formatNumber(price.value, 4),
      unit: `CNY/${subject.unit}`,
      full: price.value === null ? nothing : `${formatNumber(price.value, 6)} ${unit}/${subject.unit}`,
      coverage: price.value === null ? null : known,
      goal,
      ...(unpriceable ? {} : beside(price, 4, `${unit}/${subject.unit}`)),
      trend: price.trend,
    },
  ];
}

function demandFigure(
  { month, unit, limit, share }: MonthDemand,
  { subject, date, now }: Money,
  label: string,
  words: Wording,
): KeyFigure {
  const { t } = words;
  const dateOf = (instant: number): string => dateAt(subject.timeZone, instant);
  const maximum = month?.maximum ?? null;
  const scale = { ...scaleFor(unit, [Math.min(maximum?.value ?? 0, 9999)]), unit };
  const least = maximum !== null && (month?.atLeast === true || maximum.proven);
  const at = (instant: number): string => shortClock(subject.timeZone, instant, date);
  const slip = month?.slip ?? null;
  const reported = limit && `${formatNumber(limit.value, 0)} ${limit.unit}`;
  return {
    key: 'demandMonth',
    label: least ? t('atLeast', { label }) : label,
    value: formatScaled(maximum?.value, scale),
    unit,
    full: [
      `${formatFull(maximum?.value)} ${unit}`,
      ...(maximum
        ? [
            t('window', {
              from: at(maximum.from),
              to: at(maximum.to),
              how: slip === null || slip === 15 ? t('blocks') : t('slides', { n: slip }),
            }),
          ]
        : []),
      ...(least ? [t('demandLacks')] : []),
      ...(limit ? [`${t(`limitFull_${limit.kind}`, { name: limit.name })}: ${reported}`] : []),
    ].join('\n'),
    coverage: maximum === null || month?.coverage == null ? null : shareOf(month.coverage),
    goal: month
      ? goals.demand(subject, dateOf(month.from), dateOf(Math.min(month.to - 1, now)))
      : goals.demand(subject, date),
    ...(limit
      ? {
          comparison: {
            label: `${t(`limit_${limit.kind}`)} ${formatNumber(limit.value, 0)}`,
            value: share === null ? MISSING : formatPercent(share),
            title: `${t(`limitFull_${limit.kind}`, { name: limit.name })}: ${reported}`,
          },
          share,
        }
      : remedy(t('noLimit'), goals.limit(), 'price.demandGuard.view', words)),
  };
}

/** Energy for each unit of a product over the month, against its norm. */
export function productFigure(
  product: UnitMonth,
  { subject, date }: Pick<Money, 'subject' | 'date'>,
  words: Wording,
): KeyFigure {
  const { t, say } = words;
  const { value, before, norm, unit, made, verdict } = product;
  const scale = scaleFor(unit, [value ?? before]);
  const quality = qualityOf(product.flags);
  const decimals = Math.min(scale.decimals, 1);
  const amount = (of: number | null): string => formatNumber(of, decimals);
  const last = { comparison: { label: t('monthBefore'), value: amount(before) } };
  return {
    key: `product ${product.unitConfigId}`,
    label: product.name,
    value: amount(value),
    unit,
    full: [
      `${formatFull(value)} ${unit}`,
      ...(verdict ? [say(verdict)] : []),
      t('made', { amount: formatFull(made), unit: product.productUnit }),
      ...(product.enteredTo ? [t('madeTo', { date: product.enteredTo })] : []),
    ].join('\n'),
    coverage: value === null ? null : shareOf(product.coverage),
    ...(quality && value !== null ? { quality } : {}),
    goal: goals.norm(product.unitConfigId, subject, date),
    ...(value === null
      ? {
          ...last,
          ...(product.entered
            ? remedy(t('noOutput'), goals.output(), 'archive.costBenefit.view', words)
            : {}),
        }
      : norm === null
        ? remedy(t('noNorm'), goals.unit(), 'archive.unitConfig.view', words)
        : {
            comparison: {
              label: `${t('norm')} ${formatNumber(norm, 0)}`,
              value: formatPercent(value / norm),
            },
            share: value / norm,
          }),
  };
}

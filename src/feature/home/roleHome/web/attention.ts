import type { Text } from '#contract/text.ts';
import { formatAmount, formatNumber, formatPercent } from '#domain/figure/number.ts';
import { dateAt } from '#domain/time/text.ts';
import type { NoticeKind } from '#feature/meters/dataState/contract.ts';
import { shortClock } from '#web/text/wallClock.ts';
import { repairAddress } from '#feature/meters/correction/web/public.ts';
import type { Status } from '#web/theme/palette.ts';
import type { Goal } from '#web/ui/GoLink.tsx';
import type { Attention, AttentionKind, AttentionList } from '../contract.ts';
import { goals } from './goals.ts';
import type { SayHome } from './moneyFigures.ts';

const OTHER = ['alarm', 'invoice', 'billDoubt', 'billNone', 'demand', 'powerFactor', 'unpriced'] as const;
type Other = (typeof OTHER)[number];

/** What is about no meter of its own. */
const isOther = (kind: AttentionKind): kind is Other => (OTHER as readonly string[]).includes(kind);

export const STATUS: Readonly<Record<AttentionKind, Status>> = {
  alarm: 'alarm',
  invoice: 'warning',
  billDoubt: 'noData',
  billNone: 'warning',
  demand: 'warning',
  powerFactor: 'warning',
  unpriced: 'noData',
  reset: 'warning',
  conflict: 'warning',
  suspect: 'warning',
  partsExceed: 'warning',
  countedTwice: 'warning',
  offline: 'offline',
  noData: 'noData',
  lowCoverage: 'noData',
  replaced: 'normal',
  rollover: 'normal',
};

/** One or two things that can be done about a line; `label` names what it is done to. */
interface Action {
  readonly text: string;
  readonly goal: Goal;
  readonly label?: string;
}

/** A line in words. */
export interface AttentionLine {
  readonly key: string;
  readonly status: Status;
  /** The page of what it is about, where its name is that of a meter. */
  readonly name: { readonly text: string; readonly goal: Goal } | null;
  readonly title: string;
  readonly evidence: string;
  /** Yuan, `--` where nothing tells it. */
  readonly amount: string;
  readonly meaning: string;
  readonly why: string | undefined;
  readonly actions: readonly Action[];
}

export interface AttentionWords {
  readonly t: SayHome;
  readonly say: (text: Text) => string;
  readonly may: (funCode: string) => boolean;
}

/** Lines of what is worth attention, in words. */
export const linesOf = (list: AttentionList, words: AttentionWords): AttentionLine[] =>
  list.list.map((one): AttentionLine => {
    const { t } = words;
    const { kind, dataAmmeterId, name, amount, of, why } = one;
    const plain = isOther(kind) ? null : meterWords(one, kind, list, words);
    return {
      key: [kind, dataAmmeterId, one.account, one.month, name].join(' '),
      status: STATUS[kind],
      name:
        isOther(kind) || dataAmmeterId === null
          ? null
          : { text: name, goal: goals.meter(dataAmmeterId, list.current ? null : list.date) },
      ...(plain ?? otherWords(one, kind as Other, list, words)),
      amount: formatNumber(amount, 2),
      meaning: of ? t(`of_${of}`) : t('notPriced'),
      why: why ? t(`why_${why}`) : undefined,
      actions: actionsOf(one, list, words),
    };
  });

function meterWords(
  { dataAmmeterId, name, at, value, energy }: Attention,
  kind: NoticeKind,
  { date, subject }: AttentionList,
  { t }: AttentionWords,
): { title: string; evidence: string } {
  const word = t(`notice${kind[0]?.toUpperCase() ?? ''}${kind.slice(1)}` as Parameters<SayHome>[0]);
  const detail = (): string => {
    if (kind === 'noData' && at === null) return t('never');
    if (kind === 'offline' || kind === 'noData')
      return at === null ? '' : t('lastAt', { at: shortClock(subject.timeZone, at, date) });
    if (kind === 'lowCoverage') return t('coveredOnly', { percent: value ?? 0 });
    return value === null ? '' : formatAmount(value, subject.unit);
  };
  const then = energy === null ? '' : t('sameHours', { amount: formatAmount(energy, subject.unit) });
  return {
    title: dataAmmeterId === null ? `${name} ${word}` : word,
    evidence: [detail(), then].filter(Boolean).join(' • '),
  };
}

function otherWords(
  { name, account, month, at, value, limit, detail, of }: Attention,
  kind: Other,
  { date, subject }: AttentionList,
  { t, say }: AttentionWords,
): { title: string; evidence: string } {
  const about = { month: month ?? '' };
  const evidence = [detail ? say(detail) : '', account ?? name].filter(Boolean).join(' • ');
  switch (kind) {
    case 'alarm':
      return {
        title: t('alarmsWait', { n: formatNumber(value, 0) }),
        evidence: [
          detail ? say(detail) : '',
          at === null ? '' : t('alarmNewest', { at: shortClock(subject.timeZone, at, date) }),
        ].join(' • '),
      };
    case 'invoice':
      return { title: t(of === 'under' ? 'invoiceUnder' : 'invoiceOver', about), evidence };
    case 'unpriced':
      return {
        title: t('unpricedDay', { amount: formatAmount(value, subject.unit) }),
        evidence: t('unpricedWhy'),
      };
    case 'demand': {
      const share = value === null || !limit ? null : value / limit.value;
      return {
        title: t('demand', {
          at: at === null ? '--' : shortClock(subject.timeZone, at, date),
          value: formatNumber(value, 0),
        }),
        evidence: limit
          ? t('demandShare', {
              kind: t(`limit_${limit.kind}`),
              limit: formatNumber(limit.value, 0),
              unit: limit.unit,
              share: formatPercent(share),
            })
          : '',
      };
    }
    default:
      return { title: t(kind, about), evidence };
  }
}

interface Offer extends Action {
  readonly needs: string;
}

/** The first two that the reader may take. */
const actionsOf = (one: Attention, list: AttentionList, words: AttentionWords): Action[] =>
  offersOf(one, list, words)
    .filter(({ needs }) => words.may(needs))
    .slice(0, 2)
    .map(({ needs: _, ...action }) => action);

function offersOf(one: Attention, { subject, date }: AttentionList, { t }: AttentionWords): Offer[] {
  const { kind, dataAmmeterId: id, account, month, name, at } = one;
  const bill = (text: string): Offer => ({
    text,
    goal: goals.bill(account ?? '', month ?? ''),
    needs: 'SDNPowerAudit.SDNPowerBill',
  });
  const repair: Offer = {
    text: t('doRepair'),
    label: t('repairOf', { name }),
    goal: repairAddress(id ?? 0, date),
    needs: 'SDNMonitoring.MeterRepair',
  };
  const contact: Offer = {
    text: t('doContact'),
    goal: goals.contact(id ?? 0),
    needs: 'SDNCommunication.SDNMeterCommunication',
  };
  switch (kind) {
    case 'alarm':
      return [
        {
          text: t('doAlarms'),
          goal: goals.alarms(subject.kind === 'site' ? subject.orgId : null),
          needs: 'SDNAlertConfig.SDNRTAlertMonitor',
        },
      ];
    case 'invoice':
      return [
        bill(t('doReconcile')),
        { text: t('doInvoices'), goal: goals.invoice(), needs: 'price.priceInvoice.view' },
      ];
    case 'billDoubt':
    case 'billNone':
      return [bill(t('doBill'))];
    case 'powerFactor':
      return [
        bill(t('doBill')),
        {
          text: t('doQuality'),
          goal: goals.quality(subject, date),
          needs: 'SDNPowerAdmin.SDNElectricQualityAnalysis',
        },
      ];
    case 'demand':
      return [
        {
          text: t('doDemand'),
          goal: goals.demand(subject, at === null ? date : dateAt(subject.timeZone, at)),
          needs: 'SDNPowerAdmin.SDNDemandAnalysis',
        },
        { text: t('doForecast'), goal: goals.guard(), needs: 'SDNPowerAdmin.SDNDemandGuard' },
      ];
    case 'unpriced':
      return [{ text: t('doAgreement'), goal: goals.agreement(), needs: 'price.priceAgreement.view' }];
    case 'offline':
      return [contact, repair];
    case 'noData':
    case 'lowCoverage':
      return [repair, contact];
    case 'suspect':
    case 'conflict':
    case 'reset':
      return [repair];
    case 'replaced':
    case 'rollover':
      return id === null ? [] : [{ text: t('doLife'), goal: goals.life(id), needs: 'archive.ledger.view' }];
    case 'partsExceed':
      return [
        { text: t('doFlow'), goal: goals.flow(subject, date), needs: 'SDNPowerAdmin.SDNPowerFlowPage' },
      ];
    case 'countedTwice':
      return [{ text: t('doList'), goal: goals.list(), needs: 'archive.orgAmmeter.view' }];
  }
}

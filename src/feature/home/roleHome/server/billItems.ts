import { type BaseLanguage, PART_COMMA, type Text, textIn } from '#contract/text.ts';
import { formatDifference } from '#domain/figure/number.ts';
import type { BillView, InvoiceRow } from '#feature/money/bill/contract.ts';
import { accountsOf, type RecentBills, recentBillsOf } from '#feature/money/bill/server/public.ts';
import type { DayContext } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Attention } from '../contract.ts';
import { PLAIN } from '../domain/attention.ts';

/** So many accounts are looked at. */
const MOST_ACCOUNTS = 6;
/** A smaller difference is that of rounding, yuan. */
const LEAST = 1;

/** The last two bills of an account. */
export interface AccountBills {
  readonly account: string;
  readonly orgId: number;
  readonly orgName: string;
  readonly recent: RecentBills;
}

/** The bills of all accounts of an enterprise, of a site or unit those of its own account; of a meter none. */
export async function billsAbout(trx: Db, { subject, day, expected }: DayContext): Promise<AccountBills[]> {
  if (subject.orgId === null) return [];
  const { consumerId, orgId, kind } = subject;
  const all = await accountsOf(trx, consumerId);
  const own = all.filter((one) => kind === 'consumer' || one.orgId === orgId).slice(0, MOST_ACCOUNTS);
  const at = Math.min(day.to, expected.now) - 1;
  const found: AccountBills[] = [];
  for (const one of own) {
    const { measureAccount } = one;
    const recent = await recentBillsOf(trx, { consumerId, measureAccount }, at, expected.now);
    found.push({ account: measureAccount, orgId: one.orgId, orgName: one.orgName, recent });
  }
  return found;
}

/** What bills say that is worth attention: another sum on the invoice, doubt, no bill at all, a penalty. */
export const ofBills = (bills: readonly AccountBills[]): Attention[] =>
  bills.flatMap(({ account, orgName, recent: { running, last } }): Attention[] => {
    const about = (month: string) => ({ ...PLAIN, name: orgName, account, month });
    return [
      ...(last?.view
        ? [invoiceItem(last.view, about(last.month)), doubtItem(last.view, about(last.month))]
        : []),
      last?.why
        ? { ...about(last.month), kind: 'billNone' as const, detail: last.why, why: 'bill' as const }
        : null,
      running?.view ? penaltyItem(running.view, about(running.month)) : null,
    ].filter((one) => one !== null);
  });

type About = Omit<Attention, 'kind'>;

/** What an invoice asks beyond the computed bill: the difference of its total, else of its lines. */
export function differenceOf(rows: readonly InvoiceRow[]): number | null {
  const total = rows.find(({ item }) => item === 'total');
  if (total) return total.difference;
  const whole = rows.some(({ item }) => item === 'energy');
  const lines = rows.filter(
    ({ item, difference }) => difference !== null && !(whole && /^energy\d$/.test(item)),
  );
  if (lines.length === 0) return null;
  return lines.reduce((fen, { difference }) => fen + Math.round((difference ?? 0) * 100), 0) / 100;
}

function invoiceItem({ invoice, doubtfulLines }: Omit<BillView, 'issued'>, about: About): Attention | null {
  const difference = invoice && differenceOf(invoice.rows);
  if (!invoice || difference === null || Math.abs(difference) < LEAST) return null;
  const lines = invoice.rows
    .filter((row) => row.item !== 'total' && row.difference !== null && Math.abs(row.difference) >= LEAST)
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0))
    .slice(0, 2);
  const reported = (language: BaseLanguage): string =>
    lines
      .map((row) => `${textIn(row.label, language)} ${formatDifference(row.difference)}`)
      .join(textIn({ zh: '，', en: ', ' }, language));
  const doubt: Text =
    doubtfulLines.length > 0 ? { zh: '核算单存疑', en: 'the bill is in doubt' } : { zh: '', en: '' };
  const text = (language: BaseLanguage): string =>
    [reported(language), textIn(doubt, language)].filter(Boolean).join(textIn(PART_COMMA, language));
  return {
    ...about,
    kind: 'invoice',
    value: difference,
    detail: { zh: text('zh'), en: text('en') },
    amount: Math.abs(difference),
    of: difference > 0 ? 'over' : 'under',
    why: null,
  };
}

function doubtItem({ doubtfulLines }: Omit<BillView, 'issued'>, about: About): Attention | null {
  const [first] = doubtfulLines;
  return first
    ? { ...about, kind: 'billDoubt', value: doubtfulLines.length, detail: first.text, why: 'bill' }
    : null;
}

function penaltyItem({ rows }: Omit<BillView, 'issued'>, about: About): Attention | null {
  const found = rows.filter(({ key, amount }) => key.startsWith('powerFactor') && amount > 0);
  const [first] = found;
  if (!first) return null;
  const amount = found.reduce((fen, row) => fen + Math.round(row.amount * 100), 0) / 100;
  const detail = { zh: `${first.item.zh}：${first.inputs.zh}`, en: `${first.item.en}: ${first.inputs.en}` };
  return { ...about, kind: 'powerFactor', detail, amount, of: 'penalty', why: null };
}

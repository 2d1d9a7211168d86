import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Range } from '#domain/fold/reach.ts';
import { spanAmountOf } from '#domain/figure/amount.ts';
import { expectedOf, lifeIn } from '#feature/meters/subject/server/public.ts';
import {
  NO_SUM,
  readingsOf,
  STAND_NEAR_MS,
  usageOver,
  visibleMeters,
} from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { BillPaper, BillView, PaperMeter, RegisterStand } from '../contract.ts';
import type { FoundBill } from './billRows.ts';

/** So many fit on the second sheet of a paper; the workbook has the days of all of them. */
const MOST_METERS = 20;

/** What stands on the paper of a bill beside the bill itself. @param by the person who asks */
export async function paperOf(
  trx: Db,
  found: FoundBill,
  bill: BillView,
  by: { readonly userName: string; readonly now: number },
): Promise<BillPaper> {
  const { agreed } = found;
  const { rows } = await sql<BillPaper['letterhead']>`
    select shown_name(o.name, o.name_en) as "orgName", c.org_code as "orgCode",
      coalesce(nullif(c.address, ''), e.address) as address,
      case when coalesce(nullif(c.address, ''), e.address) = e.address then e.zip_code end as "zipCode",
      coalesce(nullif(c.phone, ''), e.phone) as phone, e.email
    from consumer c join org o on o.id = c.id left join enterprise_info e on e.consumer_id = c.id
    where c.id = ${agreed.consumerId}`.execute(trx);
  const spans = spansOf(found);
  const decimal = (text: string | null): number | null => (text === null ? null : Number(text));
  const last = found.measured.month.spans.at(-1);
  return {
    bill,
    letterhead: rows[0] ?? {
      orgName: bill.orgName,
      orgCode: '',
      address: null,
      zipCode: null,
      phone: null,
      email: null,
    },
    capacity: decimal(last?.capacity ?? null),
    contractDemand: decimal(last?.contractDemand ?? null),
    meters: await metersOf(trx, spans.slice(0, MOST_METERS)),
    more: Math.max(0, spans.length - MOST_METERS),
    checksum: checksumOf(bill),
    printedBy: by.userName,
    printedAt: by.now,
  };
}

interface MeterSpan extends Range {
  readonly meterId: number;
  readonly sign: 1 | -1;
  readonly context: FoundBill['measured']['runs'][number]['context'];
}

/** Every meter that stood for the account, once for each interval in which it did. */
const spansOf = ({ measured }: FoundBill): MeterSpan[] =>
  measured.runs.flatMap(({ from, to, context: query }) =>
    query.signed.map(({ meterId, sign }): MeterSpan => ({ meterId, sign, from, to, context: query })),
  );

async function metersOf(trx: Db, spans: readonly MeterSpan[]): Promise<PaperMeter[]> {
  const shown = new Map((await visibleMeters(trx, spans.map((one) => one.meterId))).map((one) => [one.id, one])); // prettier-ignore
  const reported: PaperMeter[] = [];
  for (const { meterId, sign, from, to, context: query } of spans) {
    const meter = shown.get(meterId);
    if (!meter) continue;
    const [sum] = await usageOver(trx, [{ meterId, sign: 1 }], [{ from, to }]);
    const { value, coverage, flags } = spanAmountOf(sum ?? NO_SUM, from, to, expectedOf(query, [{ meterId }])); // prettier-ignore
    reported.push({
      ammeterId: meterId,
      ammeterName: meter.name,
      ammeterCode: meter.code,
      sign,
      from,
      to,
      energy: value,
      coverage,
      flags,
      begin: await standAt(trx, meterId, from),
      end: await standAt(trx, meterId, to),
      life: await lifeIn(trx, meterId, from, to),
    });
  }
  return reported;
}

/** The active register nearest to an instant, the one before where two are as near. */
async function standAt(trx: Db, meterId: number, at: number): Promise<RegisterStand | null> {
  const { points } = await readingsOf(trx, meterId, 'PP', at - STAND_NEAR_MS, at + STAND_NEAR_MS + 1);
  const [nearest] = points.toSorted((a, b) => Math.abs(a.ts - at) - Math.abs(b.ts - at) || a.ts - b.ts);
  return nearest ? { at: nearest.ts, value: nearest.value } : null;
}

/** In the order of the paper, so that the same lines give the same sum whatever else the answer says. */
const checksumOf = ({ measureAccount, month, from, to, rows, total }: BillView): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        measureAccount,
        month,
        from,
        to,
        rows.map(({ key, quantity, price, amount }) => [key, quantity, price, amount]),
        total,
      ]),
    )
    .digest('hex');

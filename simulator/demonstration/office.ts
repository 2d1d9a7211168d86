import { setTimeout as sleep } from 'node:timers/promises';
import { ENERGY } from '#contract/energyType.ts';
import type { PlantDesign } from '../plant/meter.ts';
import { Client } from './client.ts';
import { type Desk, withEnglish } from './desk.ts';

const POLL_MS = 1000;
/** What the supplier read too much at the demand meter, kW. */
const TOO_MUCH_KW = 640;

/** Enters what the office of an enterprise keeps: the price change of the year, the limit of its demand, its reports. */
export async function enterOffice(desk: Desk, design: PlantDesign, consumerId: number): Promise<void> {
  const planId = await desk.known('price/priceScheme', { consumerId, schemeName: '大工业两部制' });
  const year = new Date().getUTCFullYear();
  await desk.ensure(
    'price/priceVersion',
    { planId, validFrom: `${year}-01-01` },
    {
      consumerId,
      versionName: `${year} 年电价`,
      versionNameEn: `Prices of ${year}`,
      price1: 1.2017,
      price2: 0.9614,
      price3: 0.6169,
      price4: 0.2887,
    },
  );
  if (design.demandLines)
    await desk.ensure(
      'price/demandGuard',
      { consumerId, guardName: '总进线需量' },
      {
        orgId: consumerId,
        limitPower: design.demandLines.max,
        warnShare: 90,
      },
    );
  for (const [unit, limitPower] of design.guarded ?? []) {
    const orgId = (await desk.find('sys/orgUnit', { consumerId, orgCode: unit }))?.id;
    if (orgId !== undefined)
      await desk.ensure(
        'price/demandGuard',
        { consumerId, guardName: '炼钢车间需量' },
        { orgId, limitPower, warnShare: 90 },
      );
  }
  const reports = [
    ['用能月报', 'energy', 'month'],
    ['分时电量周报', 'timeShare', 'week'],
  ] as const;
  for (const [reportName, content, period] of reports)
    await desk.ensure(
      'archive/energyReport',
      { consumerId, reportName },
      { orgId: consumerId, content, dataType: ENERGY.electricity, period, schedule: '0' },
    );
}

/** Announces to everybody, once. @param operator who may publish */
export async function enterNews(operator: Client, desk: Desk): Promise<void> {
  const news = [
    [
      '系统升级通知',
      '本周日 02:00–03:00 升级，期间采集不中断，画面可能短时无法打开。',
      'On Sunday from 02:00 to 03:00. Collection goes on; screens may not open for a moment.',
    ],
    [
      '新的分时电价',
      '本省新的分时电价已发布，请在“电价方案”中核对本年价格。',
      'The province has published new time-of-use prices: check those of this year under Prices.',
    ],
  ] as const;
  for (const [title, text, english] of news)
    if (!(await desk.find('service/news', { title })))
      await operator.post('/api/service/news/add', {
        ...withEnglish('service/news', { title }),
        state: '1',
        summary: text,
        info: `<p>${text}</p><p>${english}</p>`,
      });
}

interface Bill {
  readonly total: number;
  readonly rows: readonly {
    readonly key: string;
    readonly quantity: number | null;
    readonly price: number | null;
    readonly amount: number;
  }[];
}

/**
 * Enters the supplier's invoice of the last month, whose demand is higher than what was measured, and makes the report
 * of that month, as its own people. Waits until what was sent is added up. @throws Refused where they have another password
 */
export async function enterLastMonth(
  baseUrl: string,
  design: PlantDesign,
  consumerId: number,
): Promise<void> {
  const client = new Client(baseUrl);
  await client.login(design.code, `${design.code}-demo`);
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
  const measureAccount = `${design.code}-1`;
  const entered = await client.get<readonly { measureAccount: string }[]>('/api/price/priceInvoice/getall');
  if (entered.some((one) => one.measureAccount === measureAccount)) return;
  const bill = await settled(client, { consumerId, measureAccount, month });
  if (!bill) return;
  let more = 0;
  for (const { key, quantity, price, amount } of bill.rows) {
    const item = itemOf(key);
    if (item === null) continue;
    const read = item === 'basic' && quantity !== null ? quantity + TOO_MUCH_KW : quantity;
    const invoiced = item === 'basic' && price !== null ? cents((read ?? 0) * price) : amount;
    more = cents(more + invoiced - amount);
    const row = {
      consumerId,
      measureAccount,
      month: `${month}-01`,
      invoiceNo: `FP-${month}`,
      item,
      amount: invoiced,
    };
    await client.post('/api/price/priceInvoice/add', {
      ...row,
      ...(quantity === null || price === null
        ? {}
        : { quantity: Number((read ?? 0).toFixed(4)), unitPrice: price }),
    });
  }
  await client.post('/api/price/priceInvoice/add', {
    consumerId,
    measureAccount,
    month: `${month}-01`,
    invoiceNo: `FP-${month}`,
    item: 'total',
    amount: cents(bill.total + more),
  });
  const reports = await client.get<readonly { id: number; consumerId: number; period: string }[]>('/api/archive/energyReport/getall'); // prettier-ignore
  for (const report of reports)
    if (report.consumerId === consumerId && report.period === 'month')
      await client.post('/api/archive/energyReport/make', { id: report.id });
}

const cents = (yuan: number): number => Math.round(yuan * 100) / 100;

/** What a line of a bill is on an invoice; null = it is no line of its own there. */
function itemOf(key: string): string | null {
  if (/^energy[1-5]$/.test(key)) return key;
  if (key === 'actual') return 'basic';
  return key === 'powerFactor' || key === 'funds' ? key : null;
}

/** The bill of a month once it is the same twice; null where it cannot be made. */
async function settled(client: Client, of: Readonly<Record<string, string | number>>): Promise<Bill | null> {
  let last: number | null = null;
  for (let tries = 0; tries < 120; tries++) {
    const bill = await client.get<Bill>('/api/price/bill/get', of).catch(() => null);
    if (bill && bill.total === last) return bill;
    last = bill?.total ?? null;
    await sleep(POLL_MS);
  }
  return null;
}

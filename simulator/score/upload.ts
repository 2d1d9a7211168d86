import { setTimeout as sleep } from 'node:timers/promises';
import { creditCheck } from '#domain/archive/creditCode.ts';
import type { Client } from '../demonstration/client.ts';
import { ENTERPRISE, INSTRUMENT } from '../platform/enterprise.ts';
import { ALL_FAULTS, type Province } from '../platform/province.ts';
import { chinaTime, type KnownFigure } from '../platform/registry.ts';
import type { Archive } from './archive.ts';
import { type Assessed, type Figure, overlaps, type Verdict } from './judge.ts';
import { knownIn, knownOfSum } from './known.ts';
import { boundsOf, type Size } from './figures.ts';
import type { Rig } from './rig.ts';

/** What the regulator's platform has of a meter. */
export interface ReportedScore {
  readonly protocol: 'A' | 'B';
  readonly meters: number;
  readonly list: readonly Assessed[];
}

const FREQUENCIES = [
  { statType: '1', size: 301 },
  { statType: '2', size: 501 },
] as const satisfies readonly { statType: string; size: Size }[];
/** Flags with which nothing goes upward (rule P16). */
const DOUBTFUL = new Set(['suspect', 'conflict', 'reset']);
const LEAST_COVERAGE = 0.9;
/** Millionths of a kWh in the last place that travels: 0.0001 of ten thousand kWh. */
const PLACE = 1_000_000;
const PATIENCE_MS = 600_000;
const OVER = ['done', 'partial', 'blocked', 'stopped'];

/**
 * Reports days and month of every meter to a regulator's platform that fails in every way it can, by both protocols, and
 * judges what the platform has at the end: each figure once, the truth in its unit and precision, nothing of doubt.
 * @param ownPassword of the account that `client` is. The product must be allowed to reach this machine.
 */
export async function scoreUploads(
  client: Client,
  archive: Archive,
  rigs: readonly Rig[],
  { province, ownPassword }: { readonly province: Province; readonly ownPassword: string },
): Promise<ReportedScore[]> {
  const told = rigs.filter(({ season }) => season.site === 'CN');
  const codes = await enterItems(client, archive, told);
  const scores: ReportedScore[] = [];
  for (const protocol of ['A', 'B'] as const) {
    province.registry.clear();
    await reportMonth(client, archive.consumerId, { protocol, province, ownPassword });
    const known = new Map(province.known().map((one) => [keyOf(one), one]));
    const byCode = new Map(rigs.map((rig) => [rig.code, rig]));
    const list = told.flatMap((rig) =>
      FREQUENCIES.flatMap(({ statType, size }) =>
        bucketsOf(rig, size).map(({ from, to }) => {
          const key = keyOf({ dataCode: codes.get(rig.code) ?? '', statType, statDate: chinaTime(from) });
          const one = known.get(key);
          known.delete(key);
          return judgeReported(rig, byCode, { from, to }, one);
        }),
      ),
    );
    if (known.size > 0) throw new Error(`the platform has ${known.size} figures that nobody reported`);
    scores.push({ protocol, meters: told.length, list });
  }
  return scores;
}

const keyOf = (one: Pick<KnownFigure, 'dataCode' | 'statType' | 'statDate'>): string =>
  `${one.dataCode} ${one.statType} ${one.statDate}`;

function bucketsOf(rig: Rig, size: Size): { from: number; to: number }[] {
  const bounds = boundsOf(rig.season, size);
  return bounds.slice(1).map((to, i) => ({ from: bounds[i] ?? to, to }));
}

/** Enters a process, its daily and monthly item and an instrument for every meter. @returns data codes by meter */
async function enterItems(
  client: Client,
  { consumerId, meterIds }: Archive,
  rigs: readonly Rig[],
): Promise<Map<string, string>> {
  const add = <T>(resource: string, row: Readonly<Record<string, unknown>>): Promise<T> =>
    client.post<T>(`/api/yunshui/${resource}/add`, { consumerId, ...row });
  const head = `9143${String(Date.now()).padStart(13, '0')}`;
  const enterpriseCode = head + creditCheck(head);
  await add('enterpriseInfo', { ...ENTERPRISE, cmpName: `score ${consumerId}`, enterpriseCode });
  const codes = new Map<string, string>();
  for (const [i, { code }] of rigs.entries()) {
    const processCode = String(i + 1).padStart(2, '0');
    await add('processConfigure', { processCode, processName: `Process ${processCode}` });
    const item = {
      collectItemName: code.slice(0, 30),
      scope: '2',
      processCode,
      energyClassCode: '02',
      energyTypeCode: '02,3300',
      dataUsageCode: '20',
      inputType: '4',
      convertRation: 0.1229,
    };
    let dataCode = '';
    for (const { statType } of FREQUENCIES)
      ({ dataCode } = await add<{ dataCode: string }>('dataCollectConfigure', { ...item, statType }));
    const named = { meterName: code.slice(0, 30), serNo: `G-${i}`, manageNo: `M-${i}` };
    await add('gaugeConfigure', { ...INSTRUMENT, ...named, dataCode, ammeterId: meterIds.get(code) });
    codes.set(code, dataCode.replaceAll('-', ''));
  }
  return codes;
}

/** Registers at the platform and reports October 2025; it fails until every figure was tried once. */
async function reportMonth(
  client: Client,
  consumerId: number,
  { protocol, province, ownPassword }: { protocol: 'A' | 'B'; province: Province; ownPassword: string },
): Promise<void> {
  const { id: platformId } = await client.post<{ id: number }>('/api/yunshui/platformInfo/add', {
    platformName: `Province ${protocol}`,
    consumerId,
    protocol,
    baseUrl: `${province.url}/${protocol.toLowerCase()}`,
    plainHttp: true,
    reviseDays: 400,
  });
  if (protocol === 'A')
    await client.post('/api/yunshui/platformInfo/setSecret', {
      id: platformId,
      password: 'province-1',
      ownPassword,
    });
  await client.post('/api/hunan/uploadservice/regist', { platformId });
  await client.post('/api/hunan/platformInfo/enableUpload', { id: platformId, enable: 1 });
  const batch = async (): Promise<void> => {
    const { key } = await client.post<{ key: string }>('/api/yunshui/uploadRecord/dataUpdate', {
      platformId,
      year: 2025,
      month: 10,
    });
    const until = Date.now() + PATIENCE_MS;
    let quiet = 0;
    let before = -1;
    for (;;) {
      const now = await client.get<{ state: string; process: number }>(
        '/api/yunshui/uploadRecord/dataUpdateProcess',
        { key },
      );
      if (OVER.includes(now.state)) return;
      quiet = now.state === 'sending' && province.requests() === before ? quiet + 1 : 0;
      before = province.requests();
      // Everything was tried once: what failed is tried again at a platform that answers.
      if (quiet > 8) province.faults = {};
      if (Date.now() > until) throw new Error(`protocol ${protocol}: the batch does not come to its end`);
      await sleep(500);
    }
  };
  province.faults = ALL_FAULTS;
  province.firstAlone = true;
  await batch();
  const sent = province.requests();
  // The same once more: nothing of what was taken leaves again.
  await batch();
  if (province.requests() !== sent) throw new Error(`protocol ${protocol}: a second batch sent something`);
  await client.post('/api/hunan/platformInfo/enableUpload', { id: platformId, enable: 0 });
}

/** The verdict on what the platform has of a meter in a period. */
function judgeReported(
  rig: Rig,
  rigs: ReadonlyMap<string, Rig>,
  period: { readonly from: number; readonly to: number },
  one: KnownFigure | undefined,
): Assessed {
  const { from, to } = period;
  const sum = rig.parts.length > 0 ? knownOfSum(rig, rigs, from, to) : null;
  const known = sum ?? knownIn(rig.spans, from, to);
  const flags = new Set(rig.tells.filter((tell) => overlaps(tell, period)).map(({ flag }) => flag));
  const doubt = [...flags].some((flag) => DOUBTFUL.has(flag));
  const loose = rig.slack !== undefined && overlaps(rig.slack, period);
  const touched =
    flags.size > 0 ||
    known.partial ||
    known.lie ||
    loose ||
    rig.touched.some((span) => overlaps(span, period));
  const energy = one === undefined ? null : Math.round(Number(one.dataValue) * 10_000 * 1e6);
  const figure: Figure = { ...period, energy, demand: null, coveredSeconds: 0, flags };
  const as = (verdict: Verdict, why?: string): Assessed => ({
    figure,
    verdict,
    touched,
    needless: false,
    truth: known.energy,
    ...(why === undefined ? {} : { why }),
  });
  const low = known.energy ?? 0;
  const high = known.cut.reduce((all, span) => all + (span.energy ?? 0), low);
  if (energy === null) {
    if (!touched) return as('wrong', 'not reported, though it is known');
    const whole = known.energy !== null && !known.partial && !known.lie && !loose && known.cut.length === 0;
    return whole && !doubt && flags.size === 0 ? as('wrong', 'held without a reason') : as('missing');
  }
  if (one?.stored !== 1) return as('wrong', `stored ${one?.stored} times`);
  if (doubt) return as('wrong', 'reported though it is in doubt');
  if (known.energy === null && known.cut.length === 0) return as('wrong', 'reported, but nothing is known');
  if (shareOf(rig, rigs, period) < LEAST_COVERAGE)
    return as('wrong', 'reported of less than 90 % of its time');
  const slack = (rig.slack?.by ?? 0) + PLACE / 2;
  if (energy < low - (loose ? slack : PLACE / 2) || energy > high + (loose ? slack : PLACE / 2))
    return as('wrong', 'another figure');
  if (known.lie) return as('shown');
  return as(touched ? 'flagged' : 'exact');
}

/** How much of a period is known of a meter, or of the least known part of a sum: 0 … 1. */
function shareOf(
  rig: Rig,
  rigs: ReadonlyMap<string, Rig>,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const parts = rig.parts.flatMap(({ code }) => rigs.get(code) ?? []);
  if (parts.length > 0) return Math.min(...parts.map((part) => shareOf(part, rigs, { from, to })));
  let known = 0;
  for (const span of rig.spans)
    if (span.energy !== null) known += Math.max(0, Math.min(span.to, to) - Math.max(span.from, from));
  return known / (to - from);
}

import { energyTypeOf, ENERGY } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { formatAmount } from '#domain/figure/number.ts';
import { bucketEnd, bucketStart, LEVEL } from '#domain/time/bucket.ts';
import { monthAt } from '#domain/time/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import {
  type Counts,
  type Finding,
  type Organisation,
  timeZoneOf,
} from '#feature/meters/subject/server/public.ts';
import { lastKnownOf, usageOverEach } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { holdersOf } from './holder.ts';

/** How many meters a sentence names. */
const NAMED = 5;

/** What findings say, a sentence each, with the energy of the last month that is known of their meters. */
export async function sentencesOf(
  trx: Db,
  organisation: Organisation,
  findings: readonly Finding[],
): Promise<Text[]> {
  const sentences: Text[] = [];
  for (const finding of findings) {
    const { amount, month } = await amountOf(trx, organisation, finding.counts);
    sentences.push(sentenceOf(organisation, finding, amount, month));
  }
  return sentences;
}

/** The energy of counts in the last month of which it is known; null where nothing is. */
async function amountOf(
  trx: Db,
  organisation: Organisation,
  counts: Counts,
): Promise<{ readonly amount: bigint | null; readonly month: string }> {
  const meters = organisation.meters.filter((meter) => counts.has(meter.id));
  const zone = zoneOf(timeZoneOf(organisation, meters));
  const ids = [...counts.keys()];
  const last = await lastKnownOf(trx, ids, LEVEL.month, 0, Date.now());
  if (last === null) return { amount: null, month: '' };
  const from = bucketStart(zone, LEVEL.month, last);
  const sums = await usageOverEach(trx, ids, { from, to: bucketEnd(zone, LEVEL.month, from) });
  const known = ids.flatMap((id) => {
    const energy = sums.get(id)?.energy ?? null;
    return energy === null ? [] : [energy * BigInt(counts.get(id) ?? 0)];
  });
  return {
    amount: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0n),
    month: monthAt(zone, from),
  };
}

function sentenceOf(
  organisation: Organisation,
  finding: Finding,
  amount: bigint | null,
  month: string,
): Text {
  const { counts } = finding;
  const meterOf = (id: number) => organisation.meters.find((meter) => meter.id === id);
  const nameOf = (id: number): string => meterOf(id)?.name ?? `#${id}`;
  const orgName = (id: number): string => organisation.nodes.find((node) => node.id === id)?.name ?? `#${id}`;
  const [measured = 0] = counts.keys();
  const dataType =
    'dataType' in finding ? finding.dataType : (meterOf(measured)?.dataType ?? ENERGY.electricity);
  const { label, unit } = energyTypeOf(dataType);
  const more = [...counts].filter(([, count]) => count > 0).map(([id]) => id);
  const named = more.length > 0 ? more : [...counts.keys()];
  const meters = listed(named.map(nameOf));
  const energy = amount === null ? null : formatAmount(Math.abs(microToNumber(amount)), unit);
  const says = (zh: string, en: string): Text => ({ zh, en });
  const aside = energy
    ? says(`（${month}：${energy}）`, ` (${energy} in ${month})`)
    : says('（尚无用量）', ' (no energy known yet)');
  switch (finding.kind) {
    case 'listTwice':
    case 'sumTwice':
    case 'namedTwice': {
      const whose =
        finding.kind === 'listTwice'
          ? says(
              `“${orgName(finding.orgId)}”的${label.zh}列表`,
              `The ${label.en.toLowerCase()} list of “${orgName(finding.orgId)}”`,
            )
          : finding.kind === 'sumTwice'
            ? says(`“${nameOf(finding.meterId)}”的组成`, `The definition of “${nameOf(finding.meterId)}”`)
            : says(`“${finding.name}”的表计清单`, `The list of meters of “${finding.name}”`);
      if (more.length === 0)
        return says(
          `${whose.zh}重复扣减 ${meters.zh}${energy ? `：${month} 会少 ${energy}` : aside.zh}。`,
          `${whose.en} takes off ${meters.en} twice${energy ? `: ${energy} too little in ${month}` : aside.en}.`,
        );
      const holders = listed(holdersOf(organisation, finding, named).map(nameOf));
      const them = named.length > 1 ? says('它们', 'they are') : says('它', 'it is');
      const since = holders.en
        ? says(`，因为 ${holders.zh} 已包含${them.zh}`, `, since ${them.en} part of ${holders.en}`)
        : says('', '');
      return says(
        `${whose.zh}重复计入 ${meters.zh}${since.zh}${energy ? `：${month} 会多出 ${energy}` : aside.zh}。`,
        `${whose.en} counts ${meters.en} twice${since.en}${energy ? `: ${energy} too much in ${month}` : aside.en}.`,
      );
    }
    case 'shared':
      return says(
        `“${orgName(finding.orgId)}”也计入 ${meters.zh}${aside.zh}，两者相加会多于实际；上级只计一次。`,
        `“${orgName(finding.orgId)}” counts ${meters.en} too${aside.en}: both together are more than flowed. What is above them counts it once.`,
      );
    case 'outside':
      return says(
        `“${orgName(finding.orgId)}”有自己的列表，其中不含 ${meters.zh}：“${orgName(finding.otherId)}”的这部分不会计入它${aside.zh}。`,
        `“${orgName(finding.orgId)}” has a list of its own without ${meters.en}: this part of “${orgName(finding.otherId)}” will not count there${aside.en}.`,
      );
    case 'stays':
      return says(
        `“${orgName(finding.orgId)}”有自己的列表，移走“${orgName(finding.otherId)}”后仍会计入 ${meters.zh}${aside.zh}。`,
        `“${orgName(finding.orgId)}” has a list of its own that still counts ${meters.en} after “${orgName(finding.otherId)}” has left${aside.en}.`,
      );
    case 'loses':
      return says(
        `“${orgName(finding.orgId)}”将不再包含“${orgName(finding.otherId)}”的 ${meters.zh}${aside.zh}。`,
        `“${orgName(finding.orgId)}” loses ${meters.en} of “${orgName(finding.otherId)}”${aside.en}.`,
      );
  }
}

/** The first names, and how many there are. */
function listed(names: readonly string[]): Text {
  const shown = names.slice(0, NAMED);
  const rest = names.length - shown.length;
  return {
    zh: shown.join('、') + (rest > 0 ? `等 ${names.length} 块表` : ''),
    en: shown.join(', ') + (rest > 0 ? ` and ${rest} more` : ''),
  };
}

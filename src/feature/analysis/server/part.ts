import * as z from 'zod';
import { coverageOf } from '#feature/overview/domain/amount.ts';
import { metersBelow } from '#feature/overview/server/public.ts';
import { MeterTree, standFor } from '#feature/organisation/server/public.ts';
import { type SignedMeter, type StretchSum, usageOverEach } from '#feature/reading/server/public.ts';
import { FLAG } from '#contract/usageFlag.ts';
import type { AnalysisRow } from '../contract.ts';
import type { AskedAnalysis } from './ask.ts';
import { defineAnalysis } from './defineAnalysis.ts';
import { flagsOf, numberOf } from './series.ts';

/** A part of the subject: a node right below it, or a meter. */
interface Part {
  readonly key: string;
  readonly name: string;
  readonly signed: readonly SignedMeter[];
  readonly orgId?: number;
  readonly dataAmmeterId?: number;
}

/** The sites and units right below an organisation that have meters of the energy. */
function unitsBelow({ organisation, subject }: AskedAnalysis): Part[] {
  return organisation.nodes
    .filter((node) => subject.orgId !== null && node.parentId === subject.orgId)
    .flatMap((node): Part[] => {
      const { meters } = standFor(organisation, node.id, subject.dataType);
      return meters.length === 0
        ? []
        : [{ key: `o${node.id}`, name: node.name, signed: meters, orgId: node.id }];
    });
}

/** The meters right below a meter, or those that stand for an organisation. */
function metersOf(asked: AskedAnalysis, all: boolean): Part[] {
  const { organisation, signed, subject } = asked;
  const tree = new MeterTree(organisation.meters);
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  const below = signed.flatMap(({ meterId }) =>
    tree.nextBelow(meterId, subject.dataType).map((one) => one.id),
  );
  const ids = all
    ? metersBelow(asked).ids
    : subject.kind === 'meter'
      ? below
      : signed.map((one) => one.meterId);
  return ids.map((id) => ({
    key: `m${id}`,
    name: names.get(id) ?? '',
    signed: [{ meterId: id, sign: 1 }],
    dataAmmeterId: id,
  }));
}

/** The signed sum of a part from the sums of its meters; partial where one is missing. */
function sumOf(part: Part, sums: ReadonlyMap<number, StretchSum>) {
  const found = part.signed.flatMap(({ meterId, sign }) => {
    const sum = sums.get(meterId);
    return sum && sum.energy !== null ? [{ ...sum, energy: sum.energy * BigInt(sign) }] : [];
  });
  const missing = found.length > 0 && found.length < part.signed.length ? FLAG.partial : 0;
  return {
    energy: found.length === 0 ? null : found.reduce((all, one) => all + one.energy, 0n),
    coveredS: found.reduce((all, one) => all + one.coveredS, 0),
    flags: found.reduce((all, one) => all | one.flags, missing),
    known: found.length,
  };
}

const UNIT_KINDS = ['part', 'meter', 'all'] as const;

/**
 * By object: what each part of the subject used over the range, its share and its rank. `classify` says which parts:
 * the organisations (of a meter: the meters) right below, the meters that stand for it, or every meter down the tree.
 */
export const part = defineAnalysis({
  name: 'part',
  title: { zh: '用能排名', en: 'Energy ranking' },
  permission: 'SDNPowerAdmin.SDNPowerRankPage',
  intervals: ['301', '501', '601'],
  more: { classify: z.enum(UNIT_KINDS).default('part') },
  find: async (trx, asked, { classify }) => {
    const { subject, range, expected } = asked;
    const units = classify === 'part' ? unitsBelow(asked) : [];
    const parts = units.length > 0 ? units : metersOf(asked, classify === 'all');
    const ids = [...new Set(parts.flatMap((one) => one.signed.map((meter) => meter.meterId)))];
    const sums = await usageOverEach(trx, ids, range);
    const found = parts
      .map((one) => ({ ...one, sum: sumOf(one, sums) }))
      .toSorted((a, b) => compareEnergy(a.sum.energy, b.sum.energy));
    const whole = sumOf({ key: '', name: '', signed: asked.signed }, await usageOverEach(trx, asked.signed.map((one) => one.meterId), range)); // prettier-ignore
    const total = whole.energy;
    return {
      figures: [
        {
          key: 'total',
          label: { zh: '累计', en: 'Total' },
          value: numberOf(total),
          kind: 'amount',
          unit: subject.unit,
          coverage: coverageOf(whole, range.from, range.to, expected),
          flags: flagsOf(whole.flags),
        },
        ...found.slice(0, 3).map((one, i) => ({
          key: `top${i}`,
          label: { zh: `第 ${i + 1}`, en: `No. ${i + 1}` },
          value: numberOf(one.sum.energy),
          kind: 'amount' as const,
          unit: subject.unit,
          note: { zh: one.name, en: one.name },
        })),
      ],
      columns: [
        { key: 'rank', label: { zh: '名次', en: 'Rank' }, kind: 'text' },
        { key: 'name', label: { zh: '对象', en: 'Object' }, kind: 'text' },
        { key: 'energy', label: { zh: '用能量', en: 'Energy' }, kind: 'amount', unit: subject.unit },
        { key: 'share', label: { zh: '占比', en: 'Share' }, kind: 'share' },
      ],
      rows: found.map(({ key, name, sum, signed, orgId, dataAmmeterId }, i): AnalysisRow => ({
        key,
        cells: {
          rank: i + 1,
          name,
          energy: numberOf(sum.energy),
          share: sum.energy === null || !total ? null : Number(sum.energy) / Number(total),
        },
        coverage: coverageOf(sum, range.from, range.to, { ...expected, meters: signed.length }),
        flags: flagsOf(sum.flags),
        object: {
          ...(orgId === undefined ? {} : { orgId }),
          ...(dataAmmeterId === undefined ? {} : { dataAmmeterId }),
        },
      })),
    };
  },
});

/** Highest first, unknown last. */
function compareEnergy(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a > b ? -1 : a < b ? 1 : 0;
}

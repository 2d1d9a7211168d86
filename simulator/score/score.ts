import type { Client } from '../demonstration/client.ts';
import type { Province } from '../platform/province.ts';
import { act } from './act.ts';
import { judgeCourse, judgeDays, type Judgement } from './answer/course.ts';
import { judgeMoney } from './answer/money.ts';
import { enterUnits, sumOf, type Unit } from './answer/unit.ts';
import { type Archive, enterArchive } from './archive.ts';
import { deliver, folded, mapNames } from './deliver.ts';
import { SIZES, type Size, figuresOf } from './figures.ts';
import { type Assessed, judge, judgeReverse } from './judge.ts';
import type { Rig } from './rig.ts';
import { type Seasons, type Reported, tellAll } from './story.ts';
import { type ReportedScore, scoreUploads } from './upload.ts';

/** The verdicts on the answers about the meters of a kind together. */
interface UnitScore {
  readonly unit: Unit;
  readonly judged: readonly Judgement[];
}

/** The verdicts on one meter, by size of bucket; `RP` = hours of reverse energy. */
export interface RigScore {
  readonly rig: Rig;
  readonly judged: readonly { readonly size: string; readonly list: readonly Assessed[] }[];
}

export interface Score {
  readonly kinds: readonly {
    readonly told: Reported;
    readonly rigs: readonly RigScore[];
    readonly unit: UnitScore;
  }[];
  readonly enterprise: UnitScore;
  /** What a regulator's platform was told; empty where none was there. */
  readonly reported: readonly ReportedScore[];
  readonly readings: number;
}

interface ScoreOptions {
  /** Only these kinds of fault. */
  readonly kinds?: readonly string[];
  readonly say?: (line: string) => void;
  /** Called whenever everything so far is folded: what it does to the store may change no figure. Tells what it did. */
  readonly settle?: () => Promise<string>;
  /** A regulator's platform that the product may reach, and the password of the client's account. */
  readonly upward?: { readonly province: Province; readonly ownPassword: string };
}

/**
 * Has the faults happen to meters of an enterprise of its own, through the product's public doors alone, and judges
 * every figure.
 * @param client a session of an operator
 */
export async function runScore(
  client: Client,
  seasons: Seasons,
  { kinds, say = () => {}, settle, upward }: ScoreOptions = {},
): Promise<Score> {
  const reported = tellAll(seasons, kinds);
  const rigs = reported.flatMap((one) => one.rigs);
  const byCode = new Map(rigs.map((rig) => [rig.code, rig]));
  const archive = await enterArchive(client, rigs, `score-${Date.now().toString(36)}`);
  const units = await enterUnits(client, archive, reported);
  const { baseUrl } = client;
  let readings = await deliver(baseUrl, archive, rigs, (rig) => rig.sent);
  say(`${readings} readings of ${rigs.length} meters delivered in shuffled order`);
  await mapNames(client, archive, rigs);
  await folded(baseUrl);
  if (settle) say(await settle());
  // What comes now changes a past that has its figures already.
  readings += await deliver(baseUrl, archive, rigs, (rig) => rig.later);
  for (const rig of rigs) for (const what of rig.acts) await act(client, archive, rig, what);
  say('late readings, files, corrections and records of the ledger delivered');
  await folded(baseUrl);
  if (settle) say(await settle());

  const assessed = new Map(rigs.map((rig) => [rig.code, [] as { size: string; list: Assessed[] }[]]));
  for (const size of Object.keys(SIZES).map(Number) as Size[]) {
    const figures = await figuresOf(client, archive, rigs, size);
    for (const rig of rigs)
      assessed
        .get(rig.code)
        ?.push({ size: SIZES[size], list: judge(rig, byCode, figures.get(rig.code) ?? []) });
    const both = rigs.filter((rig) => rig.reverse.length > 0);
    if (both.length === 0) continue;
    const reverse = await figuresOf(client, archive, both, size, 'RP');
    for (const rig of both)
      assessed.get(rig.code)?.push({
        size: `${SIZES[size]}, reverse`,
        list: judgeReverse(rig, reverse.get(rig.code) ?? []),
      });
  }
  const answers: UnitScore[] = [];
  for (const unit of units)
    answers.push({
      unit,
      judged: [
        ...(await judgeCourse(client, byCode, unit)),
        ...(await judgeMoney(client, archive.consumerId, unit)),
      ],
    });
  const sent = upward ? await scoreUploads(client, archive, rigs, upward) : [];
  if (upward) say('a month reported upward by both protocols');
  return {
    reported: sent,
    kinds: reported.map((one, i) => ({
      told: one,
      rigs: one.rigs.map((rig) => ({ rig, judged: assessed.get(rig.code) ?? [] })),
      unit: answers[i] as UnitScore,
    })),
    enterprise: await judgeEnterprise(client, archive, byCode, rigs),
    readings,
  };
}

/** Everything together: each flow counts once, though sums of meters stand beside them. */
async function judgeEnterprise(
  client: Client,
  archive: Archive,
  byCode: ReadonlyMap<string, Rig>,
  rigs: readonly Rig[],
): Promise<UnitScore> {
  const meters = rigs.filter(({ parts, spans }) => parts.length === 0 && spans.length > 0);
  const unit: Unit = {
    told: { story: { kind: 'everything', known: '', make: () => [] }, rigs },
    orgId: archive.consumerId,
    account: '',
    meters,
    sum: sumOf('enterprise', meters),
  };
  const { days } = await judgeDays(client, byCode, unit);
  // Its days are those of most of its meters: the first and the last are not whole at another place.
  return { unit, judged: [{ size: 'sum of all meters', list: days.slice(1, -1) }] };
}

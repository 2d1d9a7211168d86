import { HOUR, MINUTE, type Range } from './clock.ts';
import type { MeterDraw } from './draw.ts';
import { noisyRanges } from './noise.ts';
import { type Placed, placesOf } from './place.ts';
import { countsOf, type Known, pick, SLOT } from './truth.ts';

/** A reading as a gateway sends it; registers by data code. */
export interface Sent {
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}

/** An event of the ledger as people enter it. */
export type LedgerEvent = { readonly from: number } & Readonly<Record<string, string | number>>;

export type Code = 'PP' | 'QI';

/** A meter with what is sent of it, what people record of it, and what can be known of it. */
export interface MeterTruth {
  readonly draw: MeterDraw;
  readonly code: string;
  /** kW, or null where it is not entered. */
  readonly ratedPower: number | null;
  /** Parts that arrive one after the other, each folded before the next. */
  readonly sent: readonly (readonly Sent[])[];
  readonly ledger: readonly LedgerEvent[];
  readonly known: Readonly<Record<Code, readonly Known[]>>;
  /** What really flowed between two slots, whether anybody can know it or not; millionths. */
  readonly flowed: (from: number, to: number) => bigint;
  /** What went wrong with it, for who reads a failure. */
  readonly faults: readonly string[];
}

/** What a register starts with, and its width: it starts again at 10^6. */
const WIDTH = 6;
const TURN = 100_000_000n;
/** The beginning of a ledger: what holds from there was always so. */
const BEGINNING = Date.UTC(2000, 0, 1);

/** A device on the wall since an instant: its ratio and what it shows. */
interface Device {
  readonly since: number;
  readonly ct: bigint;
  /** Shown hundredths less counted hundredths. */
  readonly shift: bigint;
  /** How the change is known: with both registers, at a reading, or not at all. */
  readonly change: 'first' | 'recorded' | 'ratio' | 'silent';
}

/** A reading, and what goes wrong with it. */
interface Stand {
  readonly ts: number;
  stamp: number;
  part: 0 | 1;
  twice: boolean;
  lost: boolean;
  /** Hundredths that its main register shows instead; it does not count. */
  bad?: bigint;
  /** Hundredths that came before, or come once more, and do not count though the reading does. */
  before?: bigint;
  again?: bigint;
  /** What figures of its spans must say. */
  flag?: string;
}

export function meterOf(draw: MeterDraw, code: string, { from, to }: Range): MeterTruth {
  const slots = (to - from) / SLOT;
  const counts = { PP: countsOf(draw, slots, 0), QI: countsOf({ ...draw, most: 1 + Math.floor(draw.most / 3) }, slots, 99) }; // prettier-ignore
  const countAt = (of: Code, t: number): bigint => counts[of][(t - from) / SLOT] ?? 0n;
  const stepMs = draw.step * MINUTE;
  const stands: Stand[] = [];
  for (let ts = from; ts <= to; ts += stepMs)
    stands.push({ ts, stamp: ts, part: 0, twice: false, lost: false });
  const placed = placesOf(draw, stands.length);
  const turn = placed.find(({ kind }) => kind === 'rollover');
  // The register starts so that it turns where it should, else in the middle of its range.
  const first = turn
    ? TURN - countAt('PP', stands[turn.first]?.ts ?? from) + 1n
    : 1_000_000n + BigInt(pick(draw.seed, 1, 2_000_000));
  // Much more than what flows in a day of steps.
  const far = BigInt(draw.most * (stepMs / SLOT) * 60 + 100);
  const devices: Device[] = [{ since: -Infinity, ct: BigInt(draw.ct), shift: first, change: 'first' }];
  const ledger: LedgerEvent[] = [{ from: BEGINNING, ct: String(draw.ct), serial: 'D0', ...(turn ? { registerWidth: WIDTH } : {}) }]; // prettier-ignore

  /** Does what goes wrong; false where it makes no difference that anybody could see. */
  function spoil({ kind, first: i, last: j }: Placed): boolean {
    const own = stands.slice(i, j + 1);
    const at = stands[i]?.ts ?? from;
    const now = devices.at(-1) as Device;
    switch (kind) {
      case 'gap':
        for (const stand of own) stand.lost = true;
        return true;
      case 'late':
        for (const stand of own) stand.part = 1;
        return true;
      case 'twice':
        for (const stand of own) stand.twice = true;
        return true;
      case 'drift':
        for (const stand of own) stand.stamp += (pick(draw.seed, stand.ts / SLOT, 239) - 119) * 1000;
        return true;
      case 'reset': {
        // A slot before the reading, where there is one between two.
        const since = draw.step === 5 ? at : at - SLOT;
        devices.push({ since, ct: now.ct, shift: -countAt('PP', since), change: 'silent' });
        return true;
      }
      case 'ratio': {
        const ct = now.ct + 7n;
        devices.push({ since: at, ct, shift: now.shift, change: 'ratio' });
        ledger.push({ from: at, ct: String(ct), sameDevice: 1, ...(turn ? { registerWidth: WIDTH } : {}) });
        return true;
      }
      case 'replaced': {
        const since = at - SLOT;
        const ct = now.ct + 3n;
        const start = BigInt(pick(draw.seed, 2, 90_000));
        devices.push({ since, ct, shift: start - countAt('PP', since), change: 'recorded' });
        ledger.push({
          from: since,
          ct: String(ct),
          serial: `D${i}`,
          startRegister: text(start),
          endBefore: text((now.shift + countAt('PP', since)) % TURN),
          ...(turn ? { registerWidth: WIDTH } : {}),
        });
        return true;
      }
      case 'rollover':
        return true;
      case 'negative':
        // It is kept apart and counts as little as one that never came.
        for (const stand of own) stand.bad = -shown('PP', stand.ts);
        return true;
      case 'zero':
        return leave(own, () => 0n);
      case 'tenfold':
        return leave(own, (right) => right * 10n);
      case 'digit':
        return leave(own, (right) => right / 10n);
      case 'upAndBack':
        return leave(own, (right) => right + far);
      case 'downAndBack':
        return leave(own, (right) => right - far);
      case 'jitter': {
        const before = shown('PP', stands[i - 1]?.ts ?? from);
        const [only] = own;
        if (!only || deviceAt(at) !== deviceAt(stands[i - 1]?.ts ?? from)) return false;
        only.bad = before - BigInt(1 + pick(draw.seed, i, 3));
        only.flag = 'noise';
        return true;
      }
      case 'corrected': {
        const right = shown('PP', at);
        const wrong = [stands[i + 1], stands[i - 1]].map((one) => shown('PP', one?.ts ?? at)).find((one) => one !== right); // prettier-ignore
        const [only] = own;
        if (!only || wrong === undefined) return false;
        only.before = wrong;
        only.flag = 'corrected';
        return true;
      }
      case 'offCourse': {
        const [only] = own;
        if (!only) return false;
        only.again = shown('PP', at) + far;
        only.flag = 'conflict';
        return true;
      }
    }
  }

  /** Readings far off the course; none where one of them is so near that it might be true. */
  function leave(own: readonly Stand[], wrongOf: (right: bigint) => bigint): boolean {
    const wrong = own.map(({ ts }) => wrongOf(shown('PP', ts)));
    const near = own.some(({ ts }, k) => {
      const off = (wrong[k] ?? 0n) - shown('PP', ts);
      return (off < 0n ? -off : off) < far || (wrong[k] ?? 0n) < 0n;
    });
    if (near) return false;
    own.forEach((stand, k) => {
      stand.bad = wrong[k] ?? 0n;
      stand.flag = 'suspect';
    });
    return true;
  }

  /** The device that a reading at an instant is of; one that comes at that very instant is there. */
  const deviceAt = (t: number): Device => devices.findLast(({ since }) => since <= t) as Device;
  const shown = (of: Code, t: number): bigint => {
    const { shift } = deviceAt(t);
    return of === 'PP' ? (shift + countAt('PP', t)) % TURN : reactiveAt(t);
  };
  /** The reactive register starts again with every silent reset or replacement. */
  function reactiveAt(t: number): bigint {
    const device = devices.findLast(({ since, change }) => since <= t && change !== 'ratio') as Device;
    return device.change === 'first' ? 500_000n + countAt('QI', t) : countAt('QI', t) - countAt('QI', device.since); // prettier-ignore
  }

  function flowed(begin: number, end: number): bigint {
    let energy = 0n;
    for (let t = begin; t < end; t += SLOT)
      energy += (countAt('PP', t + SLOT) - countAt('PP', t)) * deviceAt(t).ct * 10_000n;
    return energy;
  }

  const done = placed.filter(spoil);
  const codes: readonly Code[] = draw.reactive ? ['PP', 'QI'] : ['PP'];
  const sentOf = ({ ts, stamp }: Stand, instead?: bigint): Sent => ({
    ts: stamp,
    values: Object.fromEntries(
      codes.map((of) => [of, Number(of === 'PP' ? (instead ?? shown(of, ts)) : shown(of, ts)) / 100]),
    ),
  });
  const there = stands.filter(({ lost }) => !lost);
  const sent = [
    there.filter(({ part }) => part === 0).map((stand) => sentOf(stand, stand.bad ?? stand.before)),
    there.flatMap((stand) => [
      ...(stand.part === 1 ? [sentOf(stand, stand.bad)] : []),
      ...(stand.twice || stand.before !== undefined ? [sentOf(stand, stand.bad)] : []),
      ...(stand.again === undefined ? [] : [sentOf(stand, stand.again)]),
    ]),
  ];
  const knownOf = (of: Code): Known[] => {
    if (!codes.includes(of)) return [];
    const counts = there.filter(({ bad }) => of !== 'PP' || bad === undefined).map(({ ts }) => ts);
    const known = between(counts, devices, (t) => countAt(of, t), of);
    const reported = there.filter(({ flag }) => of === 'PP' && flag !== undefined);
    const falls = reported.filter(({ flag }) => flag === 'noise').map(({ ts }) => ts);
    const changes = devices.filter(({ change }) => change === 'recorded').map(({ since }) => since);
    const noisy = noisyRanges(counts, falls, changes);
    return known.map((one) => {
      const own = reported
        .filter(({ ts }) => one.from <= ts && ts <= one.to)
        .flatMap(({ flag = '' }) => flag);
      const within = noisy.some(({ from: begin, to: end }) => one.from < end && begin < one.to);
      return { ...one, flags: [...new Set([...one.flags, ...own, ...(within ? ['noise'] : [])])] };
    });
  };
  return {
    draw,
    code,
    ratedPower: draw.rated ? ratedOf(draw, devices) : null,
    sent,
    ledger: devices.length > 1 || draw.ct !== 1 || turn ? ledger : [],
    known: { PP: knownOf('PP'), QI: knownOf('QI') },
    flowed,
    faults: done.map(({ kind, first: i, last: j }) => `${kind} at readings ${i} to ${j} (${new Date(stands[i]?.ts ?? 0).toISOString()})`), // prettier-ignore
  };
}

/** Twice what can flow in a slot, under the highest ratio. */
function ratedOf({ most }: MeterDraw, devices: readonly Device[]): number {
  const ct = devices.reduce((high, one) => (one.ct > high ? one.ct : high), 0n);
  return Math.ceil((2 * (most + 1) * Number(ct) * (HOUR / SLOT)) / 100);
}

const text = (hundredths: bigint): string => (Number(hundredths) / 100).toFixed(2);

/** What is known between the readings that came, device by device. */
function between(
  times: readonly number[],
  devices: readonly Device[],
  countAt: (t: number) => bigint,
  of: Code,
): Known[] {
  const known: Known[] = [];
  const say = (from: number, to: number, ct: bigint, flags: readonly string[]): void => {
    const energy = (countAt(to) - countAt(from)) * ct * 10_000n;
    known.push({ from, to, energy, flags });
  };
  for (let i = 1; i < times.length; i++) {
    const [from, to] = [times[i - 1] ?? 0, times[i] ?? 0];
    const before = devices.findLast(({ since }) => since <= from) as Device;
    const after = devices.findLast(({ since }) => since <= to) as Device;
    const turned = of === 'PP' && before === after && turns(before, countAt, from) < turns(before, countAt, to); // prettier-ignore
    if (before === after || (after.change === 'ratio' && after.since === to))
      say(from, to, before.ct, turned ? ['rollover'] : []);
    else if (after.change === 'silent') known.push({ from, to, energy: null, flags: ['reset'] });
    else if (of === 'PP') {
      // Both registers at the change are on record.
      say(from, after.since, before.ct, ['replaced']);
      say(after.since, to, after.ct, ['replaced']);
    }
  }
  return known;
}

const turns = ({ shift }: Device, countAt: (t: number) => bigint, t: number): bigint => (shift + countAt(t)) / TURN; // prettier-ignore

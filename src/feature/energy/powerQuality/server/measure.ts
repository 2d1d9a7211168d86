import { badInput } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import type { Range } from '#domain/fold/reach.ts';
import { type GaugeSample, gaugesOf } from '#feature/meters/reading/server/public.ts';
import { sql } from 'kysely';
import { ENERGY } from '#contract/energyType.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { Db } from '#server/database/db.ts';
import type { Standard } from '#feature/energy/analysisStandard/contract.ts';
import { type Assessed, assess, type Limits, medianOf, type Sample, unbalance } from '../domain/quality.ts';
import { voltageBand, type VoltageBand } from '../domain/voltage.ts';
import type { AnalysisContext } from '#feature/meters/analysisFrame/server/public.ts';
import { standardOf } from '#feature/energy/analysisStandard/server/public.ts';

/** Pass types of the specification (101 voltage, 102 current, 103 power), and the balance of the phases. */
export const PASS_TYPES = ['101', '102', '103', '104'] as const;
export type PassType = (typeof PASS_TYPES)[number];

/** What a pass type looks at. */
export interface Measure {
  readonly label: Text;
  readonly codes: readonly string[];
  readonly unit: string;
  /** Names of the values of a sample. */
  readonly parts: readonly Text[];
  /** Name of its pass rate on the wire. */
  readonly rateKey: 'uQR' | 'iQR' | 'fZQR' | 'uBFqr';
}

const PHASES: readonly Text[] = ['A', 'B', 'C'].map((phase) => ({ zh: `${phase} 相`, en: `Phase ${phase}` }));

export const MEASURES: Readonly<Record<PassType, Measure>> = {
  '101': { label: { zh: '电压', en: 'Voltage' }, codes: ['UA', 'UB', 'UC'], unit: 'V', parts: PHASES, rateKey: 'uQR' }, // prettier-ignore
  '102': { label: { zh: '电流', en: 'Current' }, codes: ['IA', 'IB', 'IC'], unit: 'A', parts: PHASES, rateKey: 'iQR' }, // prettier-ignore
  '103': {
    label: { zh: '功率因数', en: 'Power factor' },
    codes: ['FZ', 'PZ'],
    unit: '',
    parts: [{ zh: '功率因数', en: 'Power factor' }],
    rateKey: 'fZQR',
  },
  '104': {
    label: { zh: '三相电压不平衡度', en: 'Voltage unbalance' },
    codes: ['UA', 'UB', 'UC'],
    unit: '%',
    parts: [{ zh: '不平衡度', en: 'Unbalance' }],
    rateKey: 'uBFqr',
  },
};

/** Least power factor and highest unbalance where nobody has set one (domain notes 5.1, 5.2). */
const POWER_STANDARD = 0.9;
const BALANCE_STANDARD = 2;
/** Below this share of the rated power the factor says nothing. */
const LEAST_LOAD = 0.05;

/** Two weeks of a meter that is read every quarter of a minute; more in one answer is not looked at by a person. */
const MOST_DAYS = 31;

/** The meter that is looked at: the one asked about, or the first that stands for the organisation. */
export interface QualityMeter {
  readonly id: number;
  readonly name: string;
  readonly stepMs: number;
  readonly ratedPower: number | null;
  readonly standard: Standard;
}

/** Null where the object has no electricity meter. */
export async function qualityMeter(
  trx: Db,
  { subject, signed, meters }: AnalysisContext,
): Promise<QualityMeter | null> {
  const [first] = signed;
  const found = meters.find((meter) => meter.id === first?.meterId);
  if (!found || subject.dataType !== ENERGY.electricity) return null;
  const { rows } = await sql<{ rated: string | null }>`
    select rated_power as rated from ammeter where id = ${found.id}`.execute(trx);
  const rated = rows[0]?.rated;
  return {
    id: found.id,
    name: found.name,
    stepMs: Math.max(60, found.intervalSeconds) * 1000,
    ratedPower: rated == null ? null : Number(rated),
    standard: await standardOf(trx, { orgId: null, dataAmmeterId: found.id }),
  };
}

/** What is known of a meter over a range, assessed. */
export interface Assessment {
  readonly measure: Measure;
  readonly limits: Limits;
  readonly samples: readonly Assessed[];
  /** Every instant of which anything is known, also where the load is too low to judge. */
  readonly known: readonly Assessed[];
  /** Of voltages, and of currents whose limit follows from the rated power. */
  readonly band: VoltageBand | null;
  /** The limit is nobody's own. */
  readonly usual: boolean;
}

/**
 * The samples of a meter in a range against its limits; the range may hold the interval before the one `asked` about.
 * @throws Fault 400 for a range that is too long to look at sample by sample.
 */
export async function assessmentOf(
  trx: Db,
  meter: QualityMeter,
  pass: PassType,
  { from, to }: Range,
  query: Range = { from, to },
): Promise<Assessment> {
  if (query.to - query.from > (MOST_DAYS + 1.5) * DAY_MS)
    throw badInput(
      { zh: `电能质量最多查看 ${MOST_DAYS} 天`, en: `Power quality can be looked at over ${MOST_DAYS} days` },
      'end',
    );
  const measure = MEASURES[pass];
  const codes = pass === '102' ? [...measure.codes, 'UA'] : measure.codes;
  const found = await gaugesOf(trx, meter.id, codes, from, to);
  const { standard } = meter;
  const reported = found
    .flatMap(({ values }) => (pass === '102' ? [values[3] ?? null] : values))
    .filter((v) => v !== null);
  const band = pass === '101' || pass === '102' ? bandOf(standard, reported) : null;
  const limits = limitsOf(pass, meter, band);
  return {
    measure,
    limits,
    band,
    usual: isUsual(pass, standard),
    known: assess(
      found.map(({ ts }) => ({ ts, values: [] })),
      { top: null, floor: null },
      meter.stepMs,
      to,
    ),
    samples: assess(samplesOf(pass, found, meter), limits, meter.stepMs, to),
  };
}

const bandOf = (standard: Standard, reported: readonly number[]): VoltageBand | null =>
  reported.length === 0 && standard.voltageLevel === null && standard.voltageNominal === null
    ? null
    : voltageBand(standard, medianOf(reported.filter((value) => value > 0)) || 220);

function limitsOf(pass: PassType, { standard, ratedPower }: QualityMeter, band: VoltageBand | null): Limits {
  switch (pass) {
    case '101':
      return { top: band && band.top, floor: band && band.floor };
    case '102':
      // The current of the rated power at the nominal voltage and the usual power factor.
      return {
        top:
          standard.currentLimit ??
          (ratedPower === null || !band
            ? null
            : (ratedPower * 1000) / (Math.sqrt(3) * band.line * POWER_STANDARD)),
        floor: null,
      };
    case '103':
      return { top: null, floor: standard.powerStandard ?? POWER_STANDARD };
    case '104':
      return { top: standard.balanceStandard ?? BALANCE_STANDARD, floor: null };
  }
}

const isUsual = (pass: PassType, standard: Standard): boolean =>
  ({
    '101': standard.voltageLevel === null && standard.voltageNominal === null && standard.voltageUpper === null && standard.voltageLower === null,
    '102': standard.currentLimit === null,
    '103': standard.powerStandard === null,
    '104': standard.balanceStandard === null,
  })[pass]; // prettier-ignore

function samplesOf(pass: PassType, found: readonly GaugeSample[], { ratedPower }: QualityMeter): Sample[] {
  if (pass === '104')
    return found.flatMap(({ ts, values }) => {
      const share = unbalance(values);
      return share === null ? [] : [{ ts, values: [share] }];
    });
  if (pass === '103') {
    // Without a rated power nothing says what a weak load is: a factor that comes without its power counts.
    const isWeak = (power: number | null | undefined): boolean =>
      power == null ? ratedPower !== null : Math.abs(power) <= LEAST_LOAD * (ratedPower ?? 0);
    return found.flatMap(({ ts, values: [factor, power] }) =>
      factor == null || isWeak(power) ? [] : [{ ts, values: [Math.abs(factor)] }],
    );
  }
  return found.flatMap(({ ts, values }) => {
    const phases = values.slice(0, 3);
    return phases.every((value) => value === null) ? [] : [{ ts, values: phases }];
  });
}

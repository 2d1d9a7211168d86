import { sql } from 'kysely';
import { statisticsCfg } from '#resource/archive/statisticsCfg.ts';
import type { Comparison, StatisticColumn } from '#contract/statistics.ts';
import { textToMicro } from '#domain/decimal/decimal.ts';
import type { Db } from '#server/database/db.ts';

/** What the statistics of an enterprise count, show, print and compare. */
export interface StatisticsConfig {
  readonly countedTypes: readonly string[];
  /** `2`: electricity has the equivalent of what generating it takes. */
  readonly electricityBy: string;
  /** Millionths of kgce for a kWh. */
  readonly equalFactor: bigint;
  /** Kinds of energy-using unit that are procedures; empty = all. */
  readonly procedureKinds: readonly number[];
  readonly shown: ReadonlySet<StatisticColumn>;
  readonly reportTitle: string | null;
  readonly reportBy: string;
  readonly reportColumns: ReadonlySet<StatisticColumn>;
  readonly signers: {
    readonly prepared: string | null;
    readonly checked: string | null;
    readonly approved: string | null;
  };
  readonly compare: ReadonlySet<Comparison>;
  /** Percent from which a change is abnormal. */
  readonly oddPercent: number;
}

interface Row {
  readonly countedTypes: readonly string[];
  readonly electricityBy: string;
  readonly equalFactor: string;
  readonly procedureKindList: readonly number[] | null;
  readonly shownColumns: readonly StatisticColumn[];
  readonly reportTitle: string | null;
  readonly reportBy: string;
  readonly reportColumns: readonly StatisticColumn[];
  readonly preparedBy: string | null;
  readonly checkedBy: string | null;
  readonly approvedBy: string | null;
  readonly compareWith: readonly Comparison[];
  readonly oddPercent: string;
}

/** The first values of the definition: what holds until a person says otherwise. */
const FIRST = Object.fromEntries(
  Object.entries(statisticsCfg.fields).map(([key, field]) => [key, field.initial ?? null]),
) as unknown as Row;

/** The settings of an enterprise. */
export async function configOf(trx: Db, consumerId: number): Promise<StatisticsConfig> {
  const { rows } = await sql<Row>`select counted_types as "countedTypes", electricity_by as "electricityBy",
      equal_factor::text as "equalFactor", procedure_kind_list as "procedureKindList", shown_columns as "shownColumns",
      report_title as "reportTitle", report_by as "reportBy", report_columns as "reportColumns",
      prepared_by as "preparedBy", checked_by as "checkedBy", approved_by as "approvedBy",
      compare_with as "compareWith", odd_percent::text as "oddPercent"
    from statistics_cfg where consumer_id = ${consumerId}`.execute(trx);
  const row = rows[0] ?? FIRST;
  return {
    countedTypes: row.countedTypes,
    electricityBy: row.electricityBy,
    equalFactor: textToMicro(String(row.equalFactor)),
    procedureKinds: row.procedureKindList ?? [],
    shown: new Set(row.shownColumns),
    reportTitle: row.reportTitle,
    reportBy: row.reportBy,
    reportColumns: new Set(row.reportColumns),
    signers: { prepared: row.preparedBy, checked: row.checkedBy, approved: row.approvedBy },
    compare: new Set(row.compareWith),
    oddPercent: Number(row.oddPercent),
  };
}

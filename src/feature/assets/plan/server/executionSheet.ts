import type { DaySlots } from '#domain/storage/slots.ts';
import { SLOTS } from '#contract/plan.ts';
import { sheetOf, type Value } from '#server/sheet/factSheet.ts';
import type { SheetWords } from '#server/sheet/words.ts';
import type { WorkbookSheet } from '#server/sheet/workbook.ts';
import { PLAN_STATES } from '#contract/plan.ts';
import type { MonitorWire, PlanCurveRow } from '../contract.ts';

/** A quarter deviates where it differs by more than this share of the rated power. */
const DEVIATES = 0.1;
const MOST_DEVIATIONS = 500;

/** A day of a station: what it was told and what it did. */
export interface ExecutedDay {
  readonly date: string;
  readonly told: MonitorWire;
  /** The versions that the station had accepted, in their order. */
  readonly versions: readonly number[];
}

const percent = (share: number | null): number | null => (share === null ? null : share * 100);

/** How faithfully a station ran its plans: a row a day, the whole in the last row. */
export function executionSheet(
  facts: { readonly stationName: string; readonly fromDt: string; readonly toDt: string },
  days: readonly ExecutedDay[],
  whole: MonitorWire,
  { say, number, text }: SheetWords,
): WorkbookSheet {
  const row = (name: string, versions: string, one: MonitorWire): Value[] => [
    name,
    versions,
    one.plannedChargeKwh,
    one.chargedKwh,
    one.plannedDischargeKwh,
    one.dischargedKwh,
    percent(one.executionRate),
    one.missing,
  ];
  return sheetOf(
    say('执行报告', 'Execution report'),
    [
      [say('储能电站', 'Storage station'), facts.stationName],
      [say('日期', 'Days'), `${facts.fromDt} – ${facts.toDt}`],
      [
        say('执行率', 'Rate of execution'),
        say(
          '1 − 偏差绝对值之和 ÷ 计划绝对值之和，只计两者都有的刻钟；未实测的刻钟（缺充或放电读数、插值、推算）单列，不作 0',
          '1 − sum of |run − plan| / sum of |plan|, over quarters of which both are known; those that were not measured (no readings of charge or discharge, interpolated, estimated) are counted apart, not taken as 0',
        ),
      ],
    ],
    [
      text('日期', 'Day'),
      text('计划版本', 'Versions'),
      number('计划充电 (kWh)', 'Planned charge (kWh)', '#,##0.0'),
      number('实际充电 (kWh)', 'Charged (kWh)', '#,##0.0'),
      number('计划放电 (kWh)', 'Planned discharge (kWh)', '#,##0.0'),
      number('实际放电 (kWh)', 'Discharged (kWh)', '#,##0.0'),
      number('执行率 %', 'Rate %', '0.0'),
      number('未实测刻钟', 'Quarters not measured', '0'),
    ],
    [
      ...days.map(({ date, told, versions }) =>
        row(date, versions.map((one) => `v${one}`).join(' → '), told),
      ),
      row(say('合计', 'Total'), '', whole),
    ],
    true,
  );
}

/** The quarters in which a station did something else than it was told, the widest of each day in their order of time. */
export function deviationSheet(
  whole: MonitorWire,
  ratedPower: number,
  { say, number, text, clock }: SheetWords,
): WorkbookSheet {
  const rows = whole.times.flatMap((time, i): Value[][] => {
    const [sent = null, run = null] = [whole.sendCurve[i], whole.runCurve[i]];
    if (sent === null || run === null || Math.abs(run - sent) <= ratedPower * DEVIATES) return [];
    return [[clock(Date.parse(time)), sent, run, run - sent]];
  });
  const shown = rows.slice(0, MOST_DEVIATIONS);
  return sheetOf(
    say('偏差', 'Deviations'),
    [
      [
        say('范围', 'What'),
        say(
          `与计划相差超过额定功率 10% 的刻钟：共 ${rows.length} 个，列出 ${shown.length} 个`,
          `Quarters that differ by more than 10 % of the rated power: ${rows.length}, ${shown.length} of them listed`,
        ),
      ],
    ],
    [
      text('时段', 'Quarter'),
      number('计划 (kW)', 'Plan (kW)', '0.0'),
      number('执行 (kW)', 'Run (kW)', '0.0'),
      number('偏差 (kW)', 'Difference (kW)', '0.0'),
    ],
    shown,
  );
}

/** Slots beside each other, so that a plan stands on one page. */
const ABREAST = 3;

/** A plan on paper: who made, approved and issued it, its hash, its powers with the state of charge that they lead to. */
export function planSheet(
  plan: PlanCurveRow,
  soc: readonly number[],
  slots: DaySlots,
  words: SheetWords,
): WorkbookSheet {
  const { say, word, number, text, clock } = words;
  const at = (time: string | null): string => (time === null ? '--' : clock(Date.parse(time)));
  // A curve of states of charge begins with the one before its first slot.
  const socAfter = (slot: number): Value => {
    const share = soc[slot + 1];
    return share === undefined ? null : share * 100;
  };
  const by = (who: string | null, time: string | null): string =>
    who === null ? '--' : `${who}  ${at(time)}`;
  return sheetOf(
    say('计划曲线', 'Plan curve'),
    [
      [say('储能电站', 'Storage station'), plan.stationName],
      [say('日期', 'Day'), `${plan.planDate}  v${plan.version}`],
      [say('状态', 'State'), word(PLAN_STATES[plan.planState])],
      [say('编制', 'Made by'), by(plan.madeBy, plan.madeAt)],
      [say('批准', 'Approved by'), by(plan.approvedBy, plan.approvedAt)],
      [say('下发', 'Issued by'), by(plan.issuedBy, plan.issuedAt)],
      [say('装置接受', 'Accepted by the station'), at(plan.acceptedAt)],
      [
        say('充电 / 放电', 'Charge / discharge'),
        `${plan.chargedKwh.toFixed(1)} / ${plan.dischargedKwh.toFixed(1)} kWh`,
      ],
      ['SHA-256', plan.sha256 ?? '--'],
      [
        say('说明', 'Note'),
        say(
          'kW 以放电为正；SOC 为时段末',
          'kW, + discharges; the state of charge is that at the end of a slot',
        ),
      ],
    ],
    Array.from({ length: ABREAST }, () => [
      text('时段', 'Slot'),
      number('kW', 'kW', '0.0'),
      number('SOC %', 'SOC %', '0.0'),
    ]).flat(),
    Array.from({ length: SLOTS / ABREAST }, (_, row): Value[] =>
      Array.from({ length: ABREAST }, (_one, part) => row + (part * SLOTS) / ABREAST).flatMap((slot) =>
        slot < slots.count
          ? [slots.clocks[slot] ?? null, plan.points[slot] ?? null, socAfter(slot)]
          : [null, null, null],
      ),
    ),
  );
}

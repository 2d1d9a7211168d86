import { sql } from 'kysely';
import { badInput, noSuchRow } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { planCurveShape } from '#contract/plan.ts';
import { tenths } from '#domain/storage/plan.ts';
import { slotClock } from '#domain/storage/slots.ts';
import type { Slots } from '#server/resource/slot.ts';
import { storageStrategy } from './storageStrategy.ts';

const sameCurve = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A strategy keeps within the power of its station; a curve that changed is a new version. */
export const storageStrategySlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    if (before !== null && values['stationId'] !== undefined && values['stationId'] !== before['stationId'])
      throw badInput(
        aboutField(storageStrategy.fields.stationId.label, {
          zh: '不能改到另一个电站，请新建策略',
          en: 'it may not move to another station, add a strategy there',
        }),
        'stationId',
      );
    if (values['curve'] !== undefined) {
      const { points } = planCurveShape.parse(row['curve']);
      const { rows } = await sql<{ most: number }>`
        select rated_power::float8 as most from storage_station where id = ${row['stationId']}`.execute(trx);
      const [station] = rows;
      if (!station) throw noSuchRow();
      const slot = points.findIndex((kw) => Math.abs(kw) > station.most);
      if (slot >= 0)
        throw badInput(
          aboutField(storageStrategy.fields.curve.label, {
            zh: `${slotClock(slot)} 的 ${points[slot]} kW 超出额定功率 ${station.most} kW`,
            en: `${points[slot]} kW at ${slotClock(slot)} is beyond the rated power of ${station.most} kW`,
          }),
          'curve',
        );
      values['curve'] = { points: points.map(tenths) };
    }
    if (before === null) values['version'] = 1;
    else if (values['curve'] !== undefined && !sameCurve(values['curve'], before['curve']))
      values['version'] = Number(before['version']) + 1;
  },
};

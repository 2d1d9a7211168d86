import { sql } from 'kysely';
import { codeIndex } from '#contract/dataCode.ts';
import { BatchBuilder } from '#domain/reading/batch.ts';
import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { foldDirty, storeReadings } from '#feature/meters/reading/server/public.ts';
import { watchShedding } from '#feature/watch/shed/server/watch.ts';
import type { ShedPlanWire } from '#feature/watch/shed/contract.ts';
import { silent } from '#server/database/log.ts';
import { add, unique } from '../build.ts';
import type { Client } from '../product.ts';
import { ok } from '../product.ts';
import { buildControlScene, type ControlScene } from './controlScene.ts';

export const SHED = '/api/archive/shedPlan';

/** A site with a limit of 500 kW whose main meter tells what it is told to. */
export interface ShedScene extends ControlScene {
  readonly guardId: number;
  /** Six minutes into the first whole window after now. */
  readonly at: number;
  /** The main meter tells a power each minute until `to`, ms. */
  tells(kW: number, to: number): Promise<void>;
  /** The watch looks once. @param now ms */
  look(now: number): Promise<void>;
  /** A plan of the limit with loads: [coil, shed order, promised kW, more fields]. */
  plan(loads: readonly (readonly [number, number, number, Readonly<Record<string, unknown>>?])[], more?: Readonly<Record<string, unknown>>): Promise<{ readonly planId: number; readonly ids: readonly number[] }>; // prettier-ignore
  state(client: Client, planId: number): Promise<ShedPlanWire>;
}

export async function buildShedScene(): Promise<ShedScene> {
  const scene = await buildControlScene();
  const { product, mine } = scene;
  const { db } = product.database;
  const { consumerId, siteId, ammeterId } = mine;
  const operator = await product.operator();
  await sql`update ammeter set interval_seconds = 60 where id = ${ammeterId}`.execute(db);
  const guardId = await add(operator, 'demandGuard', {
    guardName: unique('Limit '),
    consumerId,
    orgId: siteId,
    limitPower: 500,
  });
  const from = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
  let told = from - MINUTE_MS;
  let register = 0;
  return {
    ...scene,
    guardId,
    at: from + 6 * MINUTE_MS,
    tells: async (kW, to) => {
      const builder = new BatchBuilder();
      for (; told <= to; told += MINUTE_MS) {
        builder.row(ammeterId, told);
        builder.set(codeIndex('PP'), Math.round(register * 1e6) / 1e6);
        builder.set(codeIndex('PZ'), kW);
        register += kW / 60;
      }
      await storeReadings(db, builder.batch(), { source: 0 });
      await foldDirty(db);
    },
    look: (now) => watchShedding(db, silent, now),
    plan: async (loads, more = {}) => {
      const ids: number[] = [];
      for (const [address, shedPriority, shedPower, fields = {}] of loads) {
        scene.box.coils.set(address, 1);
        ids.push(await scene.point(address, { shedPriority, shedPower, ...fields }));
      }
      const planId = await add(operator, 'shedPlan', {
        planName: unique('Plan '),
        consumerId,
        guardId,
        controlIdList: ids,
        holdSeconds: 0,
        gapSeconds: 30,
        marginPercent: 5,
        ...more,
      });
      return { planId, ids };
    },
    state: async (client, planId) => {
      const all = ok(await client.get<ShedPlanWire[]>(`${SHED}/getState`, { consumerId }));
      const plan = all.find((one) => one.planId === planId);
      if (!plan) throw new Error('the plan is not shown');
      return plan;
    },
  };
}

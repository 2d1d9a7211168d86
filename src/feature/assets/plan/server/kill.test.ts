import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ZERO_POINTS } from '#contract/plan.ts';
import { addDays } from '#domain/time/date.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { ask } from '#test/attack/backends.ts';
import { eventually } from '#test/broker.ts';
import { operatorOf, prepareWorks, runningProduct } from '#test/running.ts';
import { planHash } from './hash.ts';
import { EmsStation } from '../../../../../simulator/device/emsStation.ts';

/** So often everything is killed while plans are on their way. */
const KILLS = 3;
const PLANS = 12;

it('everything is killed again and again while plans are issued: each is loaded once and accepted once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-plan-'));
  const product = await runningProduct(folder);
  let ems: EmsStation | undefined;
  try {
    await product.start();
    const { consumerId, token } = await prepareWorks(product.baseUrl, PLANS);
    let post = await operatorOf(product.baseUrl);
    const rows = async <T extends object = object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await ask<T>(folder, text, values)) ?? [];
    const [site] = await rows<{ id: number }>('select min(id) as id from monitor_site');
    const [gateway] = await rows<{ id: number }>('select min(id) as id from gateway');
    const meters = await rows<{ id: number }>('select id from ammeter order by id');
    ems = await EmsStation.connect({
      url: `mqtt://127.0.0.1:${product.mqttPort}`,
      token,
      reconnectMs: 200,
      slowMs: 1500,
    });
    const planDate = addDays(dateAt(HOME_ZONE, Date.now()), 1);
    const points = [...ZERO_POINTS].fill(-20, 4, 12);
    const ids: number[] = [];
    for (const [i, meter] of meters.slice(0, PLANS).entries()) {
      const { id: stationId } = await post<{ id: number }>('archive/storageStation/add', {
        stationName: `Station ${i}`,
        consumerId,
        siteId: site?.id,
        stationMeterId: meter.id,
        gatewayId: gateway?.id,
        deviceName: `ems ${i}`,
        ratedEnergy: 200,
        ratedPower: 100,
      });
      // Every third answers late, so that kills fall between the loading and the answer.
      if (i % 3 === 0) ems.faults.set(`ems ${i}`, 'slow');
      const saved = await post<{ id: number }>('sdata/planCurve/save', { stationId, planDate, points });
      ids.push(saved.id);
    }
    // As the work flow leaves them: this is about what comes after it.
    for (const id of ids) {
      const [plan] = await rows<{ planId: string }>(
        'select plan_id as "planId" from plan_curve where id = $1',
        [id],
      );
      const sha256 = planHash({ planId: plan?.planId ?? '', version: 1, date: planDate }, points);
      for (const state of ['submitted', 'approved'])
        await rows('update plan_curve set plan_state = $2, sha256 = $3 where id = $1', [id, state, sha256]);
      await post('sdata/planCurveReport/issue', { ids: [id] });
    }
    for (let i = 0; i < KILLS; i++) {
      await sleep(400 + i * 700);
      await product.kill();
      await product.start();
    }
    post = await operatorOf(product.baseUrl);
    const open = async () =>
      rows<{ s: string; n: number }>(
        `select plan_state as s, count(*)::integer as n from plan_curve group by 1`,
      );
    await eventually(
      'every plan is accepted',
      async () => {
        const states = await open();
        return states.length === 1 && states[0]?.s === 'accepted';
      },
      150_000,
    );
    for (let i = 0; i < PLANS; i++)
      expect([i, ems.loads.filter((one) => one.device === `ems ${i}`).length]).toEqual([i, 1]);
    const accepted = await rows<{ id: number; n: number }>(
      `select plan_curve_id as id, count(*)::integer as n from plan_reply where reply_kind = 'accepted' group by 1`,
    );
    expect(accepted.map(({ n }) => n)).toEqual(ids.map(() => 1));
  } finally {
    await ems?.leave();
    await product.kill();
    await rm(folder, { recursive: true, force: true });
  }
}, 400_000);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ask } from '#test/attack/backends.ts';
import { eventually } from '#test/broker.ts';
import { openMailServer } from '#test/mailServer.ts';
import { operatorOf, prepareWorks, runningProduct } from '#test/running.ts';

const KILLS = 20;
const METERS = 1000;
const BATCH = 20;

it(`${METERS} crossings, everything killed ${KILLS} times: every record once, everything set in motion once, every letter at least once, what was back in time not at all`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-ring-'));
  const mail = await openMailServer();
  const letterBox = { SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'house@example.com' };
  const product = await runningProduct(folder, letterBox);
  try {
    await product.start();
    const { token, consumerId } = await prepareWorks(product.baseUrl, 1);
    const post = await operatorOf(product.baseUrl);
    const { id: alarmId } = await post<{ id: number }>('event/alarm/add', {
      alarmName: 'Power', consumerId, alarmLevel: '1', triggerMethod: 'above', triggerFieldName: 'PZ', limitValue: 100,
      triggerInterval: 20, recoverInterval: 0, enable: true,
    }); // prettier-ignore
    await post('alarm/linkageConfig/add', { linkageName: 'Work order', consumerId, eventType: '1', eventId: alarmId, linkageType: '5', delay: 0, enable: '1' }); // prettier-ignore
    await post('alarm/linkageConfig/add', { linkageName: 'Letter', consumerId, eventType: '1', eventId: alarmId, linkageType: '2', emails: 'duty@example.com', delay: 0, enable: '1' }); // prettier-ignore
    await ask(
      folder,
      `with m as (
         insert into ammeter (ammeter_name, ammeter_code, consumer_id, site_id, device_type, data_type, interval_seconds, state)
         select 'R' || n, 'R' || n, $1, (select min(id) from monitor_site where consumer_id = $1), '4', '1', 60, '1'
         from generate_series(1, $3::integer) n returning id)
       insert into object_alarm (alarm_id, consumer_id, ammeter_id, enable) select $2, $1, id, true from m`,
      [consumerId, alarmId, METERS],
    );
    // One meter in four is back before the delay is over.
    const now = Date.now();
    const batches = Array.from({ length: METERS / BATCH }, (_, k) =>
      Object.fromEntries(
        Array.from({ length: BATCH }, (_, i) => {
          const n = k * BATCH + i + 1;
          const back = n % 4 === 0 ? [{ ts: now - 30_000, values: { PZ: 50 } }] : [];
          return [`R${n}`, [{ ts: now - 40_000, values: { PZ: 500 } }, ...back]];
        }),
      ),
    );
    const sending = (async () => {
      for (const body of batches) await sendAgain(product.baseUrl, token, body);
    })();
    for (let i = 0; i < KILLS; i++) {
      await sleep(200 + Math.random() * 1500);
      await product.kill();
      await product.start();
    }
    await sending;
    await eventually(
      'all is judged',
      async () => {
        const [row] =
          (await ask<{ n: number }>(
            folder,
            'select ((select count(*) from alarm_dirty) + (select count(*) from alarm_touch))::integer as n',
          )) ?? [];
        return row?.n === 0;
      },
      120_000,
    );
    // What nobody sends any more is judged by the clock; that it is silent is a record of the platform itself.
    await eventually(
      'every record is there',
      async () => {
        const [row] =
          (await ask<{ n: number }>(
            folder,
            'select count(*)::integer as n from alarm_record where alarm_id is not null',
          )) ?? [];
        return (row?.n ?? 0) >= (METERS * 3) / 4;
      },
      60_000,
    );
    const [found] =
      (await ask<{ records: number; meters: number; runs: number; orders: number; back: number }>(
        folder,
        `select count(*)::integer as records, count(distinct r.ammeter_id)::integer as meters,
           (select count(*)::integer from linkage_record where linkage_type = '5' and run_state = 'done') as runs,
           (select count(distinct alarm_record_id)::integer from work_order) as orders,
           count(*) filter (where a.ammeter_code in (select 'R' || n from generate_series(4, $1::integer, 4) n))::integer as back
         from alarm_record r join ammeter a on a.id = r.ammeter_id where r.alarm_id is not null`,
        [METERS],
      )) ?? [];
    const rung = (METERS * 3) / 4;
    expect(found).toEqual({ records: rung, meters: rung, runs: rung, orders: rung, back: 0 });
    // A letter that was on its way when everything was killed may come twice, and is then the same letter.
    const named = (): Set<string> =>
      new Set(mail.letters.map((letter) => /^Message-ID: (.+)$/im.exec(letter)?.[1] ?? ''));
    await eventually('every letter has come', async () => named().size >= rung, 120_000);
    await sleep(1000);
    expect(named().size).toBe(rung);
  } finally {
    await product.kill();
    await mail.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);

/** Sends as a gateway does that delivers again until it is answered. */
async function sendAgain(baseUrl: string, token: string, body: object): Promise<void> {
  for (;;) {
    const response = await fetch(`${baseUrl}/api/ingest/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (response?.status === 200) return;
    await sleep(100);
  }
}

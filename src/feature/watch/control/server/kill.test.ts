import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ask } from '#test/attack/backends.ts';
import { eventually } from '#test/broker.ts';
import { OPERATOR_PASSWORD, operatorOf, prepareWorks, runningProduct } from '#test/running.ts';
import { RelayBox } from '../../../../../simulator/device/relayBox.ts';
import type { SelectedWire } from '../contract.ts';

it('everything is killed while a command waits for its answer: it ends as unknown and is written once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meterhouse-switch-'));
  let written: () => void = () => {};
  const leaves = new Promise<void>((resolve) => (written = resolve));
  const box = await RelayBox.listen([0], [], { onWrite: () => written() });
  box.faults.set(0, 'silent');
  const product = await runningProduct(folder, { COLLECTOR_ALLOW: `127.0.0.1:${box.port}` });
  try {
    await product.start();
    const { consumerId } = await prepareWorks(product.baseUrl, 1);
    const post = await operatorOf(product.baseUrl);
    const [site] = (await ask<{ id: number }>(folder, 'select min(id) as id from monitor_site')) ?? [];
    const { id: gatewayId } = await post<{ id: number }>('archive/gateway/add', {
      gatewayName: 'Line',
      consumerId,
    });
    const { id: channelId } = await post<{ id: number }>('archive/collectorChannel/add', {
      channelName: 'Box',
      consumerId,
      gatewayId,
      host: '127.0.0.1',
      port: box.port,
      intervalSeconds: 3600,
      timeoutMs: 3000,
    });
    const { id } = await post<{ id: number }>('archive/iRemoteControl/add', {
      controlName: 'Output',
      controlCode: 'Q1',
      consumerId,
      siteId: site?.id,
      way: '1',
      channelId,
      unitAddress: 1,
      writeFunction: '5',
      writeAddress: '0',
      readFunction: '1',
      readAddress: '0',
      verifySeconds: 2,
    });
    const known = async (): Promise<boolean> =>
      ((await ask(folder, 'select from control_state where value is not null')) ?? []).length > 0;
    await eventually('its position is known', known, 30_000);
    const selected = await post<SelectedWire>('archive/iRemoteControl/select', { id, value: 1 });
    const { commandId } = selected.command;
    await post('archive/iRemoteControl/operate', {
      commandId,
      token: selected.token,
      password: OPERATOR_PASSWORD,
    });
    await leaves;
    await product.kill();
    box.faults.delete(0);
    await product.start();
    const end = async (): Promise<{ state: string; reason: string | null } | undefined> =>
      (
        await ask<{ state: string; reason: string | null }>(
          folder,
          'select state, reason from control_command',
        )
      )?.[0];
    await eventually('it has ended', async () => (await end())?.state === 'unknown', 30_000);
    expect(await end()).toEqual({ state: 'unknown', reason: 'senderGone' });
    await sleep(3000);
    expect(box.writes).toEqual(['1/5/0=1']);
    expect(box.coils.get(0)).toBe(0);
  } finally {
    await product.kill();
    await box.close();
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);

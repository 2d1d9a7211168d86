import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { connectClient, eventually } from '#test/broker.ts';
import { type ExternalWorks, externalWorks, keptLog } from '#test/external.ts';
import { freePort, MOSQUITTO, type Mosquitto, startMosquitto } from '#test/mosquitto.ts';

const PAGE = fileURLToPath(new URL('../../../../../../docs/externalBroker.md', import.meta.url));

/** The blocks of configuration of the page, in their order. */
async function configurations(): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8');
  return [...page.matchAll(/```conf\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

// Without the Debian package mosquitto there is no external broker to test with: skipped.
describe.skipIf(MOSQUITTO === undefined)('who may do what at an external broker', () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  const works = async (mosquitto: Mosquitto): Promise<ExternalWorks> => {
    const made = await externalWorks(mosquitto);
    closers.push(() => made.close());
    return made;
  };
  const broker = async (listeners?: Parameters<typeof startMosquitto>[0]): Promise<Mosquitto> => {
    const mosquitto = await startMosquitto(listeners);
    closers.push(() => mosquitto.close());
    return mosquitto;
  };

  /** Mosquitto as the page describes it; `port` is that of gateways. */
  async function described(): Promise<{ mosquitto: Mosquitto; productPort: number }> {
    const productPort = await freePort();
    const [main = '', gateways = '', product = ''] = await configurations();
    const mosquitto = await broker(async (folder, port) => {
      await writeFile(join(folder, 'gateway.acl'), gateways);
      await writeFile(join(folder, 'product.acl'), product);
      const passwords = join(folder, 'product.passwd');
      execFileSync('mosquitto_passwd', ['-b', '-c', passwords, 'meterhouse', 'right'], { stdio: 'ignore' });
      return main
        .replaceAll('/etc/mosquitto/', `${folder}/`)
        .replace('listener 1883', `listener ${port} 127.0.0.1`)
        .replace('listener 1884', `listener ${productPort}`)
        .replaceAll(/^(persistence|autosave|max_queued).*\n/gm, '');
    });
    return { mosquitto, productPort };
  }

  it.each(['1', '2'])('is as the page says of Mosquitto, with %s sessions', async (count) => {
    const { mosquitto, productPort } = await described();
    const { process, gateway, send, stored } = await works(mosquitto);
    const { messaging } = await process({
      MQTT_URL: `mqtt://meterhouse:right@127.0.0.1:${productPort}`,
      MQTT_SESSIONS: count,
    });
    await eventually('it listens', () => messaging.external?.figures.connected === Number(count));
    const at = (username: string, port = mosquitto.port) =>
      connectClient(`mqtt://127.0.0.1:${port}`, { username });
    const mine = await at(gateway.token);
    const heard: string[] = [];
    mine.on('message', (topic) => void heard.push(topic));
    await mine.subscribeAsync(`gateway/${gateway.token}/v1/gateway/rpc`, { qos: 1 });
    await send(mine, 0, 30);
    await eventually('all is stored', async () => (await stored()) === 30);
    const command = { topic: 'v1/gateway/rpc', payload: '{"device":"M1"}' };
    await eventually(
      'it is sent',
      async () => (await messaging.external?.send(gateway.id, command)) === true,
    );
    await eventually('the command came', () => heard.length === 1);

    const overheard: string[] = [];
    const filters = ['#', 'gateway/#', 'gateway/+/v1/#', `gateway/${gateway.token}/v1/gateway/telemetry`];
    for (const name of ['stranger', 'meterhouse', '+', '#']) {
      const stranger = await at(name).catch(() => undefined);
      if (!stranger) continue;
      stranger.on('message', (topic) => void overheard.push(topic));
      // Refused, dropped, or cut off: a client that is cut off waits for ever.
      const tried = [stranger.subscribeAsync(filters, { qos: 1 }), send(stranger, 500, 5)];
      await Promise.race([Promise.allSettled(tried), sleep(500)]);
      closers.push(() => stranger.endAsync(true));
    }
    await send(mine, 30, 30);
    await eventually('all is stored', async () => (await stored()) === 60);
    await sleep(300);
    expect(await stored()).toBe(60);
    expect(overheard).toEqual([]);
    await expect(at('meterhouse', productPort)).rejects.toThrow();
    await mine.endAsync(true);
  });

  it('keeps out a wrong password, which is told once; another process takes over', async () => {
    const { mosquitto, productPort } = await described();
    const { process, gateway, send, stored } = await works(mosquitto);
    const { log, said } = keptLog();
    const wrong = await process({ MQTT_URL: `mqtt://meterhouse:wrong@127.0.0.1:${productPort}` }, log);
    await eventually('it is told', () => said.some((line) => line.includes('Not authorized')));
    await sleep(1000);
    expect(said.filter((line) => line.includes('Not authorized'))).toHaveLength(1);
    expect(said.join()).not.toContain('wrong');
    const right = await process({ MQTT_URL: `mqtt://meterhouse:right@127.0.0.1:${productPort}` });
    await eventually('the other has it', () => right.messaging.external?.figures.connected === 1);
    expect(wrong.messaging.external?.sessions).toEqual([]);
    const mine = await connectClient(`mqtt://127.0.0.1:${mosquitto.port}`, { username: gateway.token });
    await send(mine, 0, 10);
    await eventually('it takes them', async () => (await stored()) === 10);
    await mine.endAsync(true);
  });

  it('over TLS: the broker must show a certificate that MQTT_CA vouches for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meterhouse-ca-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=broker -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
    const mosquitto = await broker(
      (_folder, port) => `listener ${port} 127.0.0.1\nallow_anonymous true\ncertfile ${cert}\nkeyfile ${key}`,
    );
    const { process, gateway, send, stored } = await works(mosquitto);
    const url = `mqtts://127.0.0.1:${mosquitto.port}`;
    const { log, said } = keptLog();
    const blind = await process({ MQTT_URL: url }, log);
    await eventually('it does not trust it', () => said.some((line) => line.includes('self-signed')));
    await expect(process({ MQTT_URL: url, MQTT_CA: join(folder, 'none.pem') })).rejects.toThrow(ConfigError);
    const sees = await process({ MQTT_URL: url, MQTT_CA: cert });
    await eventually('it is trusted', () => sees.messaging.external?.figures.connected === 1);
    expect(blind.messaging.external?.figures.connected).toBe(0);
    const mine = await connectClient(url, { username: gateway.token, ca: await readFile(cert) });
    await send(mine, 0, 10);
    await eventually('it takes them', async () => (await stored()) === 10);
    await mine.endAsync(true);
  });
});

import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { startSmsGateway } from '../../../../../simulator/sms/gateway.ts';
import { deliverDue, WAITS } from './deliver.ts';
import { sendMail, sendSms } from './file.ts';
import { startOutboxLoop } from './loop.ts';
import { mailCarrier } from './mailCarrier.ts';
import { smsCarrier } from './smsCarrier.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => sql`delete from outbox`.execute(database.db));

const files = { pathOf: () => '/none' };
const text = { zh: '验证码 482913', en: 'Your code is 482913' };
const mail = { to: 'a@example.com', subject: text, text, purpose: 'code', consumerId: null } as const;

interface Kept {
  readonly state: string;
  readonly tries: number;
  readonly error: { en: string } | null;
  readonly body: string;
  readonly secret: string | null;
  readonly wait: number;
}
const kept = async (): Promise<Kept | undefined> =>
  (
    await sql<Kept>`select state, tries, error, body, secret, round(extract(epoch from due_at - now()))::integer as wait
      from outbox order by id desc limit 1`.execute(database.db)
  ).rows[0];

describe('letters', () => {
  const servers: SMTPServer[] = [];
  const received: string[] = [];
  afterEach(async () => {
    received.length = 0;
    await Promise.all(
      servers.splice(0).map((one) => new Promise<void>((resolve) => one.close(() => resolve()))),
    );
  });

  /** A mail server on this machine; answers the address of the settings. */
  async function serve(options: SMTPServerOptions, login = ''): Promise<string> {
    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      closeTimeout: 100,
      onData: (stream, _session, done) => {
        let letter = '';
        stream.on('data', (part: Buffer) => (letter += part.toString()));
        stream.on('end', () => {
          received.push(letter);
          done();
        });
      },
      ...options,
    });
    server.on('error', () => {});
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    return `smtp://${login}127.0.0.1:${port}`;
  }
  const deliver = (url: string, patience = { connect: 2000, answer: 2000 }) =>
    deliverDue(database.db, {
      mail: mailCarrier({ url, from: 'Meterhouse <house@example.com>' }, files, patience),
      sms: null,
    });
  const refusal = (responseCode: number) => Object.assign(new Error('not today'), { responseCode });

  it('reach the server once, and leave no secret behind', async () => {
    const url = await serve({ disabledCommands: ['STARTTLS'] });
    const { id } = await sendMail(database.db, { ...mail, secret: '482913', language: 'en' });
    await deliver(url);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatch(new RegExp(`Message-ID: <outbox-${id}@example.com>`, 'i'));
    expect(received[0]).toContain('482913');
    expect(await kept()).toMatchObject({ state: 'sent', secret: null, body: 'Your code is ••••••' });
    expect(await deliver(url)).toBe(0);
  });

  it('carry the log-in, and say when it is refused', async () => {
    const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) =>
      auth.username === 'me' && auth.password === 'p@ss' ? done(null, { user: 'me' }) : done(new Error('no'));
    const options = { authOptional: false, allowInsecureAuth: true, disabledCommands: ['STARTTLS'], onAuth };
    await sendMail(database.db, mail);
    await deliver(await serve(options, 'me:p%40ss@'));
    expect((await kept())?.state).toBe('sent');
    await sendMail(database.db, mail);
    await deliver(await serve(options, 'me:wrong@'));
    expect(await kept()).toMatchObject({
      state: 'failed',
      error: { en: 'The mail server refuses the log-in' },
    });
  });

  it('do not go to a server without TLS, or with a certificate that nobody trusts', async () => {
    await sendMail(database.db, mail);
    await deliver(`${await serve({ disabledCommands: ['STARTTLS'] })}?requireTLS=true`);
    expect(await kept()).toMatchObject({
      state: 'failed',
      error: { en: expect.stringMatching(/no encryption/) },
    });
    await sendMail(database.db, mail);
    await deliver(`${await serve({})}?requireTLS=true`);
    expect((await kept())?.state).toBe('failed');
    expect(received).toEqual([]);
    await sendMail(database.db, mail);
    await deliver(`${await serve({})}?requireTLS=true&rejectUnauthorized=false`);
    expect((await kept())?.state).toBe('sent');
  });

  it('are tried again after 4xx, later and later, and not for ever', async () => {
    const url = await serve({
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refusal(451)),
    });
    await sendMail(database.db, mail);
    for (const [i, wait] of WAITS.entries()) {
      await deliver(url);
      expect(await kept()).toMatchObject({ state: 'waiting', tries: i + 1 });
      expect(Math.abs(((await kept())?.wait ?? 0) - wait)).toBeLessThan(5);
      await sql`update outbox set due_at = now()`.execute(database.db);
    }
    await deliver(url);
    expect(await kept()).toMatchObject({ state: 'failed', tries: WAITS.length + 1 });
  });

  it('fail at once after 5xx, with what the server said', async () => {
    const url = await serve({
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refusal(550)),
    });
    await sendMail(database.db, mail);
    await deliver(url);
    expect(await kept()).toMatchObject({
      state: 'failed',
      tries: 1,
      error: { en: expect.stringMatching(/550/) },
    });
  });

  it('wait when the server is silent or not there', async () => {
    const url = await serve({
      disabledCommands: ['STARTTLS'],
      onMailFrom: () => {},
    });
    await sendMail(database.db, mail);
    await deliver(url, { connect: 500, answer: 300 });
    expect(await kept()).toMatchObject({ state: 'waiting', tries: 1 });
    await sql`update outbox set due_at = now()`.execute(database.db);
    await deliver('smtp://127.0.0.1:1');
    expect(await kept()).toMatchObject({ state: 'waiting', tries: 2 });
  });

  it('are said to be not configured where they are', async () => {
    await sendMail(database.db, mail);
    await deliverDue(database.db, { mail: null, sms: null });
    expect(await kept()).toMatchObject({ state: 'notConfigured', tries: 0 });
  });

  it('are taken up again when the process that sent them died', async () => {
    await sendMail(database.db, mail);
    await sql`update outbox set state = 'sending', tries = 1, due_at = now() - interval '1 second'`.execute(
      database.db,
    );
    await deliver(await serve({ disabledCommands: ['STARTTLS'] }));
    expect(await kept()).toMatchObject({ state: 'sent', tries: 2 });
  });
});

it('a mail server that takes its time keeps neither short messages waiting nor one letter behind the other', async () => {
  for (let i = 0; i < 5; i++) await sendMail(database.db, mail);
  await sendSms(database.db, { to: '13800000000', text, purpose: 'code', consumerId: null });
  const begun = performance.now();
  let told = Infinity;
  await deliverDue(database.db, {
    mail: { send: () => new Promise((resolve) => setTimeout(() => resolve(null), 2000)) },
    sms: {
      send: () => {
        told = performance.now() - begun;
        return Promise.resolve(null);
      },
    },
  });
  expect(told).toBeLessThan(1500);
  expect(performance.now() - begun).toBeLessThan(8000);
});

describe('short messages', () => {
  const key = 'a key of sixteen characters';
  let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
  beforeAll(async () => {
    gateway = await startSmsGateway(key);
  });
  afterAll(() => gateway.close());
  const file = () =>
    sendSms(database.db, { to: '13800000000', text, purpose: 'code', consumerId: null, secret: '482913' });
  const deliver = (config = { url: gateway.url, key }, patience = 2000) =>
    deliverDue(database.db, { mail: null, sms: smsCarrier(config, patience) });

  it('reach the gateway signed, once', async () => {
    gateway.mood = 'ok';
    const { id } = await file();
    await deliver();
    expect(gateway.taken).toEqual([{ id, to: '13800000000', text: '验证码 482913', purpose: 'code' }]);
    expect(await kept()).toMatchObject({ state: 'sent', body: '验证码 ••••••' });
  });

  it('fail at once with a wrong key', async () => {
    await file();
    await deliver({ url: gateway.url, key: 'another key of sixteen' });
    expect(await kept()).toMatchObject({ state: 'failed', error: { en: expect.stringMatching(/401/) } });
  });

  it.each([
    [503, 'waiting'],
    [429, 'waiting'],
    [400, 'failed'],
    ['silent', 'waiting'],
  ] as const)('after %s are %s', async (mood, state) => {
    gateway.mood = mood;
    await file();
    await deliver(undefined, 300);
    expect((await kept())?.state).toBe(state);
  });

  it('are sent by the worker without being asked', async () => {
    gateway.mood = 'ok';
    await file();
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const loop = startOutboxLoop(
      database.db,
      { mail: null, sms: { url: gateway.url, key } },
      files as never,
      log,
    );
    await expect.poll(async () => (await kept())?.state, { timeout: 20_000 }).toBe('sent');
    await loop.stop();
  });
});

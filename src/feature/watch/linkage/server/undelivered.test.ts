import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverChannel } from '#feature/house/outbox/server/deliver.ts';
import { mailCarrier } from '#feature/house/outbox/server/mailCarrier.ts';
import { buildEnterprise, type Enterprise } from '#test/build.ts';
import { alertScene, closedWays } from '#test/build/alertScene.ts';
import { ok, type Product, startProduct } from '#test/product.ts';
import type { Undelivered } from '../contract.ts';
import { runLinkages } from './loop.ts';

let product: Product;
let works: Enterprise;
let mailbox: SMTPServer;
/** Addresses that the mail server does not know. */
const unknown = new Set<string>();
const { site, group, person, member, raise, plan, lettersTo, runsOf } = alertScene(() => ({
  product,
  works,
}));

beforeAll(async () => {
  product = await startProduct();
  works = await buildEnterprise(product);
  mailbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      unknown.has(address) ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(async () => {
  await new Promise<void>((resolve) => mailbox.close(() => resolve()));
  await product.close();
});

const system = () => product.database.db;
/** Lets the outbox try by a server that is away, or by one that answers. */
const deliver = (port: number) =>
  deliverChannel(
    system(),
    'mail',
    mailCarrier({ url: `smtp://127.0.0.1:${port}`, from: 'a@example.com' }, { pathOf: () => '/none' }),
  );
const AWAY = 1;
const answering = (): number => (mailbox.server.address() as AddressInfo).port;
const undelivered = async (): Promise<readonly Undelivered[]> =>
  ok(
    await works.client.get<Undelivered[]>('/api/alarm/linkageRecord/getUndelivered', {
      enterpriseId: works.consumerId,
    }),
  );

it('what the outbox cannot deliver is told to the enterprise, ends the run, and calls the next group at once', async () => {
  const here = await site();
  const [shift, boss] = [await person(), await person()];
  const next = await group(here, { onRaise: false });
  await member(next, boss.id);
  await member(await group(here, { escalateAfter: 60, nextGroupId: next }), shift.id);
  const raised = await raise(here);
  await plan([raised]);
  expect(await undelivered()).toEqual([]);

  await deliver(AWAY);
  expect(await undelivered()).toMatchObject([{ channel: 'mail', waiting: 1, failed: 0 }]);
  await runLinkages(system(), closedWays);
  // It is tried again: nothing is lost yet.
  expect(await runsOf(raised)).toEqual(['2 done filed', '7 done told', '7 waiting null']);

  await sql`update outbox set tries = 4, due_at = now() where recipient = ${shift.email}`.execute(system());
  await deliver(AWAY);
  await runLinkages(system(), closedWays);
  await runLinkages(system(), closedWays);
  expect(await undelivered()).toMatchObject([{ waiting: 0, failed: 1 }]);
  expect(await lettersTo(boss.email)).toEqual([raised.text.zh]);
  expect(await runsOf(raised)).toEqual([
    '2 done filed',
    '2 failed undelivered',
    '7 done told',
    '7 done told',
  ]);

  // The server is back: the letter to the boss goes out, and the first is sent again by hand.
  await sql`update outbox set state = 'waiting', tries = 0, due_at = now() where recipient = ${shift.email}`.execute(
    system(),
  );
  await deliver(answering());
  await runLinkages(system(), closedWays);
  expect(await undelivered()).toEqual([]);
  expect(await runsOf(raised)).toEqual(['2 done filed', '2 done filed', '7 done told', '7 done told']);
});

it('one address that is refused calls nobody else while another person was reached, and is no outage', async () => {
  const here = await site();
  const [gone, there, boss] = [await person(), await person(), await person()];
  unknown.add(gone.email);
  const next = await group(here, { onRaise: false });
  await member(next, boss.id);
  const first = await group(here, { escalateAfter: 60, nextGroupId: next });
  await member(first, gone.id);
  await member(first, there.id);
  const raised = await raise(here);
  await plan([raised]);
  await deliver(answering());
  await runLinkages(system(), closedWays);
  await runLinkages(system(), closedWays);
  expect(await runsOf(raised)).toEqual([
    '2 done filed',
    '2 failed undelivered',
    '7 done told',
    '7 waiting null',
  ]);
  expect(await lettersTo(boss.email)).toEqual([]);
  expect(await undelivered()).toEqual([]);
});

it('another enterprise is told nothing of it', async () => {
  const here = await site();
  await member(await group(here), (await person()).id);
  await plan([await raise(here)]);
  await deliver(AWAY);
  expect(await undelivered()).toHaveLength(1);
  const other = await buildEnterprise(product);
  expect(ok(await other.client.get('/api/alarm/linkageRecord/getUndelivered'))).toEqual([]);
  expect(ok(await other.client.get('/api/alarm/linkageRecord/getUndelivered', { enterpriseId: works.consumerId }))).toEqual([]); // prettier-ignore
});

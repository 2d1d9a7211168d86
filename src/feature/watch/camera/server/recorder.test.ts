import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { planRuns, runLinkagesNow } from '#feature/watch/linkage/server/public.ts';
import { silent } from '#server/database/log.ts';
import { openSealer } from '#server/secret.ts';
import { eventually } from '#test/broker.ts';
import { add, unique } from '#test/build.ts';
import { buildTwoSites, type TwoSites } from '#test/build/twoSites.ts';
import { type Client, ok, type Product, startProduct } from '#test/product.ts';
import { CAMERA_ACCOUNT, type SimulatedCamera, startCamera } from '../../../../../simulator/camera/camera.ts';
import type { ClipWire } from '../contract.ts';
import { Cameras } from './cameras.ts';
import { clearClips, openClips } from './clipStore.ts';
import { Recorder } from './recorder.ts';

let product: Product;
let sites: TwoSites;
let operator: Client;
let device: SimulatedCamera;
let folder: string;
let recorder: Recorder;
let cameras: Cameras;
beforeAll(async () => {
  product = await startProduct({ COLLECTOR_ALLOW: '127.0.0.1' });
  sites = await buildTwoSites(product);
  operator = await product.operator();
  device = await startCamera();
  folder = join(product.services.config.dataDir, 'files');
  cameras = new Cameras(silent);
  recorder = new Recorder({
    db: product.database.db,
    pool: product.database.pool,
    cameras,
    reader: {
      system: product.database.db,
      sealer: openSealer(product.services.config),
      allowed: new Set(['127.0.0.1']),
      platform: false,
    },
    clips: openClips(folder),
    config: product.services.config.camera,
    log: silent,
  });
});
afterAll(async () => {
  recorder.letGo();
  cameras.close();
  await product.close();
  await device.close();
});

async function addCamera(changes: object = {}): Promise<number> {
  const { consumerId, siteId } = sites.second;
  const id = await add(operator, 'iVideoControl', {
    cameraName: unique('Gate '),
    cameraCode: unique(),
    consumerId,
    siteId,
    cameraKind: 'onvif',
    host: '127.0.0.1',
    httpPort: device.httpPort,
    cameraUser: CAMERA_ACCOUNT.user,
    ...changes,
  });
  ok(await operator.post('/api/archive/iVideoControl/setSecret', { id, secret: CAMERA_ACCOUNT.password }));
  return id;
}

/** A linkage that records by a camera. */
async function linked(cameraItemId: number, leadTime: number, duration: number): Promise<number> {
  return add(operator, 'linkageConfig', {
    linkageName: unique('Record '),
    consumerId: sites.second.consumerId,
    siteId: sites.second.siteId,
    eventType: '2',
    linkageType: '3',
    cameraItemId,
    leadTime,
    duration,
    enable: '1',
  });
}

let records = 0;
/** An alarm is raised now. @returns the id of its record */
async function raise(): Promise<number> {
  const { consumerId, siteId } = sites.second;
  const { rows } = await sql<{ id: number }>`
    insert into alarm_record (record_name, consumer_id, site_id, alarm_type, alarm_level, alarm_status, process, raised_at,
      raise_count, origin)
    values (${`Alarm ${++records}`}, ${consumerId}, ${siteId}, '5', '2', '1', '0', now(), 1, 'manual') returning id`.execute(
    product.database.db,
  );
  const recordId = rows[0]?.id ?? 0;
  const raised = {
    recordId,
    count: 1,
    consumerId,
    siteId,
    level: '2',
    eventType: '2',
    eventId: 1,
    name: `Alarm ${records}`,
    text: { zh: '告警', en: 'Alarm' },
    raisedAt: Date.now(),
  } as const;
  const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
  await product.database.db.transaction().execute((trx) => planRuns(trx, ways, [raised]));
  return recordId;
}

const clipsOf = async (alarmRecordId: number): Promise<readonly ClipWire[]> =>
  ok(await operator.get<Page<ClipWire>>('/api/archive/monitorItem/videoHistoryDatas', { alarmRecordId }))
    .list;

const runOf = async (recordId: number) =>
  (
    await sql<{ state: string; reason: string | null; tries: number; detail: string | null }>`
      select run_state as state, run_reason as reason, tries, detail from linkage_record
      where alarm_record_id = ${recordId}`.execute(product.database.db)
  ).rows[0];

describe('an alarm that asks for a camera', () => {
  it('has a picture and a recording from before it was raised, within a second of the time asked for', async () => {
    const cameraId = await addCamera();
    const linkageId = await linked(cameraId, 2, 1);
    await recorder.look();
    await eventually('the camera is watched', () => device.viewers() === 1);
    await new Promise((resolve) => setTimeout(resolve, 4200));
    const recordId = await raise();
    const raisedAt = Date.now();
    expect(await recorder.look()).toBe(1);
    await recorder.idle();
    expect(await runOf(recordId)).toMatchObject({ state: 'done', reason: 'recorded', tries: 1 });
    const clips = await clipsOf(recordId);
    expect(clips.map(({ kind }) => kind).toSorted()).toEqual(['clip', 'snapshot']);
    const clip = clips.find(({ kind }) => kind === 'clip');
    expect(clip).toMatchObject({ cameraId, alarmLevel: '2', kept: false });
    expect(Math.abs(raisedAt - Date.parse(clip?.beginAt ?? '') - 2000)).toBeLessThan(1000);
    expect(Math.abs(Date.parse(clip?.endAt ?? '') - raisedAt - 1000)).toBeLessThan(1000);
    // One stream serves the ring and the recording.
    expect(device.connections()).toBe(1);
    const file = await operator.download('/api/archive/cameraClip/download', { id: clip?.clipId });
    expect([file.type, file.body.subarray(4, 8).toString()]).toEqual(['video/mp4', 'ftyp']);
    expect(file.body.length).toBe(clip?.bytes);
    ok(await operator.post('/api/alarm/linkageConfig/edit', { id: linkageId, enable: '0' }));
  }, 40_000);

  it('has the picture alone where the camera has no stream, and says so', async () => {
    await linked(await addCamera({ cameraKind: 'snapshot', snapshotPath: '/snapshot.jpg' }), 3, 2);
    const recordId = await raise();
    await recorder.look();
    await recorder.idle();
    expect(await runOf(recordId)).toMatchObject({
      state: 'done',
      reason: 'pictured',
      detail: '没有视频流，仅快照 / no stream, pictures only',
    });
    expect((await clipsOf(recordId)).map(({ kind }) => kind)).toEqual(['snapshot']);
    await sql`update linkage_config set enable = '0'`.execute(product.database.db);
  });

  it('has the picture alone where the stream has B-pictures, and says so', async () => {
    const between = await startCamera();
    between.faults.bPictures = true;
    try {
      await linked(await addCamera({ httpPort: between.httpPort }), 1, 2);
      const recordId = await raise();
      await recorder.look();
      await recorder.idle();
      expect(await runOf(recordId)).toMatchObject({
        state: 'done',
        reason: 'pictured',
        detail: expect.stringContaining('the stream has B-pictures'),
      });
      expect((await clipsOf(recordId)).map(({ kind }) => kind)).toEqual(['snapshot']);
    } finally {
      await sql`update linkage_config set enable = '0'`.execute(product.database.db);
      await between.close();
    }
  }, 20_000);

  it('of which the camera is away is tried three times, then failed', async () => {
    await linked(await addCamera({ cameraKind: 'snapshot', httpPort: 9, snapshotPath: '/x' }), 0, 1);
    const recordId = await raise();
    for (let tries = 1; tries <= 3; tries++) {
      await recorder.look();
      await recorder.idle();
      const run = await runOf(recordId);
      expect(run).toMatchObject(
        tries < 3 ? { state: 'waiting', tries } : { state: 'failed', reason: 'noAnswer', tries },
      );
      // Not before it is due again.
      expect(await recorder.look()).toBe(0);
      await sql`update linkage_record set due_at = now() where alarm_record_id = ${recordId}`.execute(
        product.database.db,
      );
    }
    expect(await clipsOf(recordId)).toEqual([]);
    await sql`update linkage_config set enable = '0'`.execute(product.database.db);
  });

  it('is skipped where the linkage was switched off meanwhile', async () => {
    await linked(await addCamera(), 0, 1);
    const recordId = await raise();
    await sql`update linkage_config set enable = '0'`.execute(product.database.db);
    await recorder.look();
    const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
    await runLinkagesNow(product.database.db, ways);
    expect(await runOf(recordId)).toMatchObject({ state: 'skipped', reason: 'switchedOff' });
  });
});

describe('recordings', () => {
  it('are deleted beyond days and quota, the oldest first, but for those that are kept; contents follow', async () => {
    const own = await mkdtemp(join(tmpdir(), 'clips-'));
    try {
      const clips = openClips(own);
      const cameraId = await addCamera();
      const { db } = product.database;
      await sql`delete from camera_clip`.execute(db);
      const put = async (daysAgo: number, content: string, kept = false): Promise<void> => {
        const { sha256, size } = await clips.put(Buffer.from(content));
        await sql`insert into camera_clip (consumer_id, site_id, camera_id, kind, begin_at, end_at, sha256, bytes, kept)
          select consumer_id, site_id, id, 'clip', now() - make_interval(days => ${daysAgo}), now(), ${sha256}, ${size}, ${kept}
          from i_video_control where id = ${cameraId}`.execute(db);
      };
      await put(100, 'a'.repeat(10), true);
      await put(99, 'b'.repeat(10));
      await put(3, 'c'.repeat(10));
      await put(2, 'd'.repeat(10));
      await put(1, 'e'.repeat(10));
      // The same content once more, newer: it must stay on the disk.
      await put(0, 'c'.repeat(10));
      expect(await clearClips(db, clips, { serverUrl: null, clipDays: 90, clipQuotaBytes: 40 })).toBe(2);
      const { rows } = await sql<{
        sha256: string;
      }>`select sha256 from camera_clip order by begin_at`.execute(db);
      const left = await Promise.all(
        rows.map(async ({ sha256 }) => (await readFile(clips.pathOf(sha256), 'utf8'))[0]),
      );
      expect(left.join('')).toBe('adec');
      const files = (await readdir(join(own, 'clip'), { recursive: true })).filter(
        (name) => name.length > 60,
      );
      expect(files).toHaveLength(4);
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  });

  it('are kept and deleted by whoever may, and by nobody else', async () => {
    const { db } = product.database;
    const { rows } = await sql<{ id: number }>`select id from camera_clip order by id limit 1`.execute(db);
    const id = rows[0]?.id;
    const keep = '/api/archive/cameraClip/keep';
    expect(ok(await operator.post(keep, { id, kept: 1 }))).toEqual({ id, kept: true });
    expect((await product.anonymous.post('/api/archive/cameraClip/del', { id })).code).toBe(901);
    ok(await operator.post('/api/archive/cameraClip/del', { id }));
    expect((await operator.post('/api/archive/cameraClip/del', { id })).code).toBe(404);
  });
});

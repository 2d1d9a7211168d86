import { sql } from 'kysely';
import type { BatchState } from '#contract/upload.ts';
import { endNotice, raiseNotice } from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';

interface Ended {
  readonly id: number;
  readonly consumerId: number;
  readonly platformId: number;
  readonly platformName: string;
  readonly name: string;
  readonly nameEn: string;
  readonly state: BatchState;
  readonly refused: number;
  readonly held: number;
  readonly open: number;
  readonly endedAt: Date | null;
}

/** Tells people how a batch ended where something is left to them; a batch that ended well ends what was told before. */
export async function tellOfBatch(db: Db, id: number): Promise<void> {
  const { rows } = await sql<Ended>`select r.id, r.consumer_id as "consumerId", r.platform_id as "platformId",
      p.platform_name as "platformName", r.record_name as name,
      coalesce(r.record_name_en, r.record_name) as "nameEn", r.record_state as state, r.refused, r.held,
      r.total - r.acknowledged - r.refused - r.held as open, r.ended_at as "endedAt"
    from upload_record r join platform_info p on p.id = r.platform_id where r.id = ${id}`.execute(db);
  const batch = rows[0];
  if (!batch?.endedAt || batch.state === 'stopped') return;
  const { refused, held, open, platformId } = batch;
  if (batch.state === 'done' && refused + held === 0) {
    // What other batches left to people is told until it is settled, however well this one ended.
    if (!(await isAnyLeft(db, platformId)))
      await endNotice(db, 'uploadProblem', platformId, batch.endedAt.getTime());
    return;
  }
  const zh = [refused > 0 && `被拒 ${refused}`, held > 0 && `暂扣 ${held}`, open > 0 && `未确认 ${open}`];
  const en = [
    refused > 0 && `${refused} refused`,
    held > 0 && `${held} held`,
    open > 0 && `${open} not acknowledged`,
  ];
  const blocked = batch.state === 'blocked';
  await raiseNotice(db, {
    consumerId: batch.consumerId,
    kind: 'uploadProblem',
    objectId: platformId,
    level: blocked || refused > 0 ? 3 : 2,
    text: {
      zh: `${batch.platformName} ${batch.name}：${blocked ? '上报受阻' : zh.filter(Boolean).join('，')}`,
      en: `${batch.platformName} ${batch.nameEn}: ${blocked ? 'cannot be reported' : en.filter(Boolean).join(', ')}`,
    },
    link: `/SDNDataUpload/SDNDataUploadRecordDetail?record=${batch.id}`,
    since: batch.endedAt.getTime(),
  });
}

/** Whether a platform refused something, something is held, or what it did not acknowledge waits for its next slot. */
async function isAnyLeft(db: Db, platformId: number): Promise<boolean> {
  const { rows } = await sql`select from upload_detail d
    where d.platform_id = ${platformId}
      and (d.figure_state in ('refused', 'held') or d.figure_state in ('unknown', 'waiting') and d._due_at = 'infinity')
      and not exists (select from upload_detail n where n.platform_id = d.platform_id and n.data_code = d.data_code
        and n.stat_type = d.stat_type and n.stat_date = d.stat_date and n.revision > d.revision) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

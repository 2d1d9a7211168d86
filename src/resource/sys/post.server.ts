import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Slots } from '#server/resource/slot.ts';

export const postSlots: Slots = {
  beforeSave: async ({ caller }, values, before) => {
    if (before !== null) return;
    Object.assign(values, {
      authorName: caller.name,
      authorId: caller.employeeId,
      postedAt: new Date().toISOString(),
      replyCount: 0,
    });
  },
  beforeDelete: async ({ trx }, row) => {
    await sql`delete from post_reply where post_id = ${row.id}`.execute(trx);
  },
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`select id from post
      where title = ${String(values['title'])} and consumer_id = ${(values['consumerId'] as number | undefined) ?? null}
      order by id desc limit 1`.execute(trx);
    return rows[0]?.id;
  },
};

export const postReplySlots: Slots = {
  beforeSave: async ({ trx, caller }, values, before) => {
    if (before !== null) return;
    const { rows } = await sql<{
      state: string;
    }>`select state from post where id = ${values['postId']}`.execute(trx);
    if (rows[0]?.state === '0')
      throw conflict(
        { zh: '留言已关闭，不能再回复', en: 'The post is closed, it takes no more replies' },
        'postId',
      );
    Object.assign(values, {
      authorName: caller.name,
      authorId: caller.employeeId,
      postedAt: new Date().toISOString(),
    });
  },
  afterSave: ({ trx }, row) => count(trx, row['postId']),
  beforeDelete: async ({ trx }, row) => {
    await sql`update post set reply_count = greatest(reply_count - 1, 0) where id = ${row['postId']}`.execute(
      trx,
    );
  },
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`select id from post_reply
      where post_id = ${(values['postId'] as number | undefined) ?? null} and content = ${String(values['content'])}
      order by id desc limit 1`.execute(trx);
    return rows[0]?.id;
  },
};

async function count(
  trx: Parameters<NonNullable<Slots['afterSave']>>[0]['trx'],
  postId: unknown,
): Promise<void> {
  await sql`update post p set reply_count = (select count(*) from post_reply r where r.post_id = p.id)
    where id = ${postId}`.execute(trx);
}

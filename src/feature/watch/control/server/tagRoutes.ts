import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { noSuchRow } from '#contract/error.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { hasEnded } from '#domain/control/command.ts';
import { timeAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { TagHung, TagWire } from '../contract.ts';
import { apply, lockedCommands } from './command.ts';
import { heldAll } from './held.ts';
import { rightOf } from './person.ts';
import type { Standing } from './standing.ts';

/** The point is within what the caller sees. @throws Fault 404 */
async function seenPoint(trx: Db, controlId: number): Promise<void> {
  const { rows } = await sql`select from i_remote_control where id = ${controlId}`.execute(trx);
  if (rows.length === 0) throw noSuchRow();
}

const tag = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/tag',
  summary: { zh: '遥控：检修挂牌', en: 'Control: hang a maintenance tag at an output' },
  permission: rightOf('tag'),
  params: z.object({ id: id(), reason: z.string().trim().min(1).max(200) }),
  example: { id: 1, reason: 'the motor is being repaired' },
  handler: async ({ trx, caller, params, services }): Promise<TagHung> => {
    await seenPoint(trx, params.id);
    return services.system.transaction().execute(async (own) => {
      const standing = (await heldAll(own, [params.id])).get(params.id);
      if (!standing) throw noSuchRow();
      const { rows } = await sql<{ tagId: number }>`
        insert into control_tag (consumer_id, control_id, reason, by_id, by_name)
        select consumer_id, id, ${params.reason}, ${caller.employeeId}, ${caller.name}
        from i_remote_control where id = ${params.id} returning id as "tagId"`.execute(own);
      if (!rows[0]) throw noSuchRow();
      return { tagId: rows[0].tagId, ...(await endOpen(own, standing, { ...params, name: caller.name })) };
    });
  },
});

/** Ends the open command of an output that gets a tag; one whose bytes have left cannot be held back. */
async function endOpen(
  trx: Db,
  { row }: Standing,
  { reason, name }: { readonly reason: string; readonly name: string },
): Promise<Omit<TagHung, 'tagId'>> {
  const id = row.open?.commandId;
  const command = id === undefined ? undefined : (await lockedCommands(trx, [id])).get(id);
  if (!command || hasEnded(command.state)) return { endedId: null, underWayId: null };
  const text = `${name} ${timeAt(row.timeZone, row.now)} ${reason}`;
  const event = { kind: 'refuse', reason: 'tagged' } as const;
  const ended = await apply(trx, command, event, row.now, [], { detail: { zh: text, en: text } });
  return ended ? { endedId: command.id, underWayId: null } : { endedId: null, underWayId: command.id };
}

const untag = defineRoute({
  method: 'POST',
  path: '/api/archive/iRemoteControl/untag',
  summary: { zh: '遥控：摘除检修挂牌', en: 'Control: take a maintenance tag off' },
  permission: rightOf('tag'),
  params: z.object({ tagId: id() }),
  example: { tagId: 1 },
  handler: async ({ trx, caller, params, services }): Promise<{ tagId: number }> => {
    const { rows: seen } = await sql`select from control_tag where id = ${params.tagId}`.execute(trx);
    if (seen.length === 0) throw noSuchRow();
    // Twice taken off is taken off: who did it first stands there.
    await sql`update control_tag set removed_at = now(), removed_by_id = ${caller.employeeId}, removed_by_name = ${caller.name}
      where id = ${params.tagId} and removed_at is null`.execute(services.system);
    return { tagId: params.tagId };
  },
});

interface TagRow extends TagWire {
  readonly controlId: number;
  readonly removedByName: string | null;
  /** ms */
  readonly removedAt: number | null;
}

const getTags = defineRoute({
  method: 'GET',
  path: '/api/archive/iRemoteControl/getTags',
  summary: { zh: '遥控：挂牌记录', en: 'Control: the tags that hung at an output' },
  permission: rightOf('view'),
  params: z.object({ ...paging, id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<Page<TagRow>> => {
    const { current, pageSize } = pageOf(params);
    await seenPoint(trx, params.id);
    const { rows } = await sql<TagRow & { total: number }>`
      select id as "tagId", control_id as "controlId", reason, ${signer('by_name', 'by_id')} as "byName",
        round(extract(epoch from placed_at) * 1000)::float8 as "placedAt", ${signer('removed_by_name', 'removed_by_id')} as "removedByName",
        round(extract(epoch from removed_at) * 1000)::float8 as "removedAt", count(*) over ()::integer as total
      from control_tag where control_id = ${params.id} order by id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(trx);
    return {
      list: rows.map(({ total: _total, ...row }) => row),
      pagination: { current, pageSize, total: rows[0]?.total ?? 0 },
    };
  },
});

export const tagRoutes = [tag, untag, getTags];

import { sql } from 'kysely';
import * as z from 'zod';
import { Fault, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import type { Slots } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { displayBoard } from './displayBoard.ts';

/** Gives a board a new token, shown this once; only its hash is kept. */
async function newToken(trx: Db, boardId: number): Promise<string> {
  const token = newSecret();
  await sql`insert into display_board_token (token_hash, board_id)
    values (${hashSecret(token)}, ${boardId})`.execute(trx);
  return token;
}

const revoke = (trx: Db, boardId: number) =>
  sql`update display_board_token set revoked_at = now()
    where board_id = ${boardId} and revoked_at is null`.execute(trx);

const rotateToken = defineRoute({
  method: 'POST',
  path: '/api/sys/displayBoard/rotateToken',
  summary: { zh: '展示屏：更换链接', en: 'Display boards: issue a new link, the old ones are void' },
  permission: funCodeOf(displayBoard, 'edit'),
  params: z.object({ id: id() }),
  handler: async ({ trx, params }) => {
    if (!(await findRow(trx, displayBoard, params.id))) throw noSuchRow();
    await revoke(trx, params.id);
    return { token: await newToken(trx, params.id) };
  },
});

const revokeToken = defineRoute({
  method: 'POST',
  path: '/api/sys/displayBoard/revokeToken',
  summary: { zh: '展示屏：作废链接', en: 'Display boards: make the link void' },
  permission: funCodeOf(displayBoard, 'edit'),
  params: z.object({ id: id() }),
  handler: async ({ trx, params }) => {
    if (!(await findRow(trx, displayBoard, params.id))) throw noSuchRow();
    await revoke(trx, params.id);
    return { boardId: params.id };
  },
});

export const displayBoardSlots: Slots = {
  // Whoever is limited would see by a board what the limit keeps from them.
  beforeSave: async ({ caller }) => {
    if (caller.limit !== undefined)
      throw new Fault(403, {
        zh: '展示屏展示整个企业的数据，您的角色只限于部分组织，不能设置展示屏',
        en: 'A board shows the whole enterprise; your role is limited to a part of it, so it cannot set one up',
      });
  },
  adds: { token: { zh: '令牌，只在此返回一次', en: 'the token, told this once' } },
  afterSave: async ({ trx }, row, before) =>
    before === null ? { token: await newToken(trx, row.id) } : undefined,
  routes: [rotateToken, revokeToken],
};

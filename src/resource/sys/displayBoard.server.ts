import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, Fault, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import type { Slots } from '#server/resource/slot.ts';
import { defineRoute } from '#server/route.ts';
import { hashSecret, newSecret } from '#server/secret.ts';
import { displayBoard } from './displayBoard.ts';

/** A round of more pictures than these nobody waits for. */
const MOST_PICTURES = 20;

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
  example: { id: 1 },
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
  example: { id: 1 },
  handler: async ({ trx, params }) => {
    if (!(await findRow(trx, displayBoard, params.id))) throw noSuchRow();
    await revoke(trx, params.id);
    return { boardId: params.id };
  },
});

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a board shows must be something, its pictures flat and of its enterprise, and pictures end some day. @throws Fault 400 */
async function checkContent(trx: Db, row: Readonly<Record<string, unknown>>): Promise<void> {
  const pictures = list(row['pictures']) as readonly number[];
  if (pictures.length === 0 && list(row['figures']).length === 0)
    throw badInput(
      { zh: '展示指标：指标与画面至少选一项', en: 'Figures: choose a figure or a picture' },
      'figures',
    );
  if (pictures.length === 0) return;
  if (pictures.length > MOST_PICTURES)
    throw badInput(
      { zh: `展示画面：至多 ${MOST_PICTURES} 张`, en: `Pictures: at most ${MOST_PICTURES}` },
      'pictures',
    );
  if (row['expiredTime'] === null || row['expiredTime'] === undefined)
    throw badInput(
      { zh: '到期日：展示画面时必须填写', en: 'Expires: is needed where pictures are shown' },
      'expiredTime',
    );
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from monitor_diagram
    where id = any (${pictures}::integer[]) and consumer_id = ${row['consumerId'] ?? null} and panel_type = '1'`.execute(
    trx,
  );
  if (rows[0]?.n !== new Set(pictures).size)
    throw badInput(
      { zh: '展示画面：须为该企业的二维监测图', en: 'Pictures: must be flat diagrams of the enterprise' },
      'pictures',
    );
}

export const displayBoardSlots: Slots = {
  // Whoever is limited would see by a board what the limit keeps from them.
  beforeSave: async ({ trx, caller }, values, before) => {
    if (caller.limit !== undefined)
      throw new Fault(403, {
        zh: '展示屏展示整个企业的数据，您的角色只限于部分组织，不能设置展示屏',
        en: 'A board shows the whole enterprise; your role is limited to a part of it, so it cannot set one up',
      });
    await checkContent(trx, { ...before, ...values });
  },
  adds: { token: { zh: '令牌，只在此返回一次', en: 'the token, shown this once' } },
  afterSave: async ({ trx }, row, before) =>
    before === null ? { token: await newToken(trx, row.id) } : undefined,
  routes: [rotateToken, revokeToken],
};

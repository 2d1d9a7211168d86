import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow, tooMany } from '#contract/error.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import { defineRoute, PUBLIC } from '#server/route.ts';
import { hashSecret } from '#server/secret.ts';
import { WrongTokens } from '#server/wrongTokens.ts';
import type { Board } from '../contract.ts';
import { boardOf } from './board.ts';
import type { BoardRow } from './board.ts';

// Many screens may show one board: its figures are computed once in this time. The token is looked at every time.
const FRESH_MS = 15_000;
const boards = new Map<string, { readonly at: number; readonly board: Promise<Board> }>();

function shown(row: BoardRow, compute: () => Promise<Board>): Promise<Board> {
  const key = JSON.stringify(row);
  const known = boards.get(key);
  if (known && Date.now() - known.at < FRESH_MS) return known.board;
  if (boards.size > 1000) boards.clear();
  const board = compute();
  board.catch(() => boards.delete(key));
  boards.set(key, { at: Date.now(), board });
  return board;
}

const guards = new WeakMap<Db, WrongTokens>();

/** Holds back addresses that come with wrong links. */
function guardOf(system: Db): WrongTokens {
  const known = guards.get(system);
  if (known) return known;
  const guard = new WrongTokens(async () => {
    const { rows } = await sql<{ hash: string }>`
      select token_hash as hash from display_board_token where revoked_at is null`.execute(system);
    return rows.map(({ hash }) => hash);
  });
  guards.set(system, guard);
  return guard;
}

/**
 * The figures of a board by its token: no session. Read under the scope of the board's own enterprise, so that even
 * a wrong question could not reach another. A POST: the token stays out of addresses, which proxies write down.
 */
const show = defineRoute({
  method: 'POST',
  path: '/api/sys/displayBoard/show',
  summary: { zh: '展示屏：所选指标（凭链接）', en: 'Display board: its figures, by its token' },
  permission: PUBLIC,
  params: z.object({ token: z.string().min(20).max(100) }),
  handler: async ({ services, params, request }) => {
    const guard = guardOf(services.system);
    const offer = { address: request.ip, hash: hashSecret(params.token) };
    const wait = await guard.admit(offer);
    if (wait > 0)
      throw tooMany({
        zh: `此地址打开的无效链接过多，请 ${wait} 秒后再试`,
        en: `Too many links that are not valid came from this address, try again in ${wait} seconds`,
      });
    const { rows } = await sql<BoardRow>`
      select b.id, b.board_name, c.org_name, b.consumer_id, b.data_type, b.figures
      from display_board_token t join display_board b on b.id = t.board_id join consumer c on c.id = b.consumer_id
      where t.token_hash = ${offer.hash} and t.revoked_at is null and c.state = '1' and b.state = '1'
        and (b.expired_time is null or b.expired_time >= current_date)`.execute(services.system);
    const row = rows[0];
    guard[row ? 'right' : 'wrong'](offer);
    if (!row) throw noSuchRow();
    await sql`update display_board set seen_at = now()
      where id = ${row.id} and (seen_at is null or seen_at < now() - interval '1 minute')`.execute(
      services.system,
    );
    return shown(row, () =>
      withScope(services.db, [row.consumer_id], (trx) => boardOf(trx, row, Date.now())),
    );
  },
});

export const routes = [show];

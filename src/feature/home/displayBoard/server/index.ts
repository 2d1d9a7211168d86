import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow, tooMany } from '#contract/error.ts';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import { type Call, defineRoute, PUBLIC } from '#server/route.ts';
import { hashSecret } from '#server/secret.ts';
import { WrongTokens } from '#server/wrongTokens.ts';
import { barePicture } from '#feature/watch/diagram/server/public.ts';
import type { Board, BoardPicture } from '../contract.ts';
import { boardOf } from './board.ts';
import type { BoardRow } from './board.ts';
import { Recent } from './recent.ts';

// Many screens may show one board: what it shows is computed once in this time. The token is looked at every time.
const boards = new Recent<Board>(15_000);
const pictures = new Recent<BoardPicture>(3000);

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

/** The board of a token that holds now. @throws Fault 404 for one that is void, expired or never was; 429 after many of them */
async function boardByToken(
  { services, request, language }: Pick<Call<unknown>, 'services' | 'request' | 'language'>,
  token: string,
): Promise<BoardRow> {
  const guard = guardOf(services.system);
  const offer = { address: request.ip, hash: hashSecret(token) };
  const wait = await guard.admit(offer);
  if (wait > 0)
    throw tooMany({
      zh: `此地址打开的无效链接过多，请 ${wait} 秒后再试`,
      en: `Too many links that are not valid came from this address, try again in ${wait} seconds`,
    });
  const english = language === 'en';
  const { rows } = await sql<BoardRow>`
    select b.id, coalesce(case when ${english} then b.board_name_en end, b.board_name) as board_name,
      coalesce(case when ${english} then c.org_name_en end, c.org_name) as org_name, b.consumer_id, b.data_type, coalesce(b.figures, '{}') as figures,
      coalesce(b.pictures, '{}') as pictures, b.turn_seconds
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
  return row;
}

/** Reads within the board's own enterprise; nothing can be written. */
const seen = <T>(db: Db, row: BoardRow, language: Language, read: (trx: Db) => Promise<T>): Promise<T> =>
  withScope(db, [row.consumer_id], read, [], { readOnly: true, language });

const token = z.string().min(20).max(100);

/**
 * The figures of a board by its token: no session. Read under the scope of the board's own enterprise, so that even
 * a wrong question could not reach another. A POST: the token stays out of addresses, which proxies write down.
 */
const show = defineRoute({
  method: 'POST',
  path: '/api/sys/displayBoard/show',
  summary: { zh: '展示屏：所选指标（凭链接）', en: 'Display board: its figures, by its token' },
  permission: PUBLIC,
  params: z.object({ token }),
  example: { token: 'a-token-that-a-board-has' },
  handler: async (call): Promise<Board> => {
    const { services, language } = call;
    const row = await boardByToken(call, call.params.token);
    return boards.of(JSON.stringify([row, language]), () =>
      seen(services.db, row, language, (trx) => boardOf(trx, row, Date.now())),
    );
  },
});

/** A picture with the mark of what is drawn: made of what the screen gets, it tells nothing of the rows behind it. */
function marked(picture: Omit<BoardPicture, 'mark'>): BoardPicture {
  const { scene } = picture;
  const mark = scene && createHash('sha256').update(JSON.stringify(scene)).digest('base64url');
  return { ...picture, mark };
}

/** A picture of a board as it stands now, by the board's token and its place on the board; what its rows are is not in it. */
const showPicture = defineRoute({
  method: 'POST',
  path: '/api/sys/displayBoard/showPicture',
  summary: {
    zh: '展示屏：画面及其当前值（凭链接，只读）',
    en: 'Display board: one of its pictures as it stands now, by its token',
  },
  permission: PUBLIC,
  params: z.object({
    token,
    /** Its place on the board, from 0. */
    place: z.coerce.number().int().min(0).max(1000),
    /** The mark of the drawing that the screen has already: another diagram may stand at this place meanwhile. */
    mark: z.string().max(100).optional(),
  }),
  example: { token: 'a-token-that-a-board-has', place: 0 },
  handler: async (call): Promise<BoardPicture> => {
    const { services, params, language } = call;
    const row = await boardByToken(call, params.token);
    const id = row.pictures[params.place];
    if (id === undefined) throw noSuchRow();
    const picture = await pictures.of(`${row.consumer_id} ${id} ${language}`, () =>
      seen(services.db, row, language, async (trx) => marked(await barePicture(trx, id, Date.now()))),
    );
    return picture.mark === params.mark ? { ...picture, scene: null } : picture;
  },
});

export const routes = [show, showPicture];

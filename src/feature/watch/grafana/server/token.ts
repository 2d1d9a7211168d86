import { sql } from 'kysely';
import * as z from 'zod';
import { forbidden, noSuchRow } from '#contract/error.ts';
import { id, yesNo } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { type Text, textIn } from '#contract/text.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { consumer } from '#resource/archive/consumer.ts';
import { grafanaAccount } from '#resource/archive/grafanaAccount.ts';
import type { Db } from '#server/database/db.ts';
import type { GrafanaConfig } from '#server/grafanaConfig.ts';
import { recordChange } from '#server/resource/audit.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import { openSealer } from '#server/secret.ts';
import { openGrafana, type Grafana } from './grafana.ts';

/** A token of an enterprise at Grafana; all null but `note` where Grafana is not set up. */
interface GrafanaToken {
  readonly token: string | null;
  /** ISO 8601 */
  readonly expiresAt: string | null;
  /** Address of Grafana. */
  readonly url: string | null;
  readonly note: string | null;
}

const NOT_SET_UP: Text = {
  zh: '尚未连接 Grafana：请系统管理员设置 GRAFANA_URL 和 GRAFANA_TOKEN',
  en: 'Grafana is not set up: whoever runs the server sets GRAFANA_URL and GRAFANA_TOKEN',
};

/** A token that ends sooner than this is replaced. */
const SOON_MS = DAY_MS;

const sealedFor = (consumerId: number): string => `grafana:${consumerId}`;

interface Kept {
  readonly accountId: number;
  readonly tokenId: number;
  readonly sealed: string;
  readonly expiresAt: Date;
}

interface Asked {
  readonly system: Db;
  readonly config: GrafanaConfig;
  readonly sealer: ReturnType<typeof openSealer>;
  readonly consumerId: number;
}

/**
 * The token of an enterprise, a new one where none is valid for a day more or it is to be rebuilt. The old one is
 * revoked at Grafana before the new one is made: where that fails, the old one stays and the caller is told.
 */
function tokenOf(
  { system, config, sealer, consumerId }: Asked,
  rebuild: boolean,
): Promise<{ token: string; expiresAt: Date; fresh: boolean }> {
  return system.transaction().execute(async (trx) => {
    // Two who ask at once get the same token.
    await sql`select from consumer where id = ${consumerId} for update`.execute(trx);
    const { rows } = await sql<Kept>`select service_account_id as "accountId", token_id as "tokenId", sealed,
      expires_at as "expiresAt" from grafana_token where consumer_id = ${consumerId}`.execute(trx);
    const kept = rows[0];
    const known = kept && (await sealer.open(kept.sealed, sealedFor(consumerId)));
    if (kept && known && !rebuild && kept.expiresAt.getTime() - Date.now() > SOON_MS)
      return { token: known, expiresAt: kept.expiresAt, fresh: false };
    const grafana = openGrafana(config);
    if (kept) await grafana.revoke(kept.accountId, kept.tokenId);
    const accountId = await grafana.account(`meterhouse-${consumerId}`);
    const made = await grafana.issue(accountId, `meterhouse-${consumerId}-${Date.now()}`, config.days);
    const expiresAt = new Date(Date.now() + config.days * DAY_MS);
    await keep(trx, grafana, consumerId, {
      accountId,
      tokenId: made.id,
      sealed: await sealer.seal(made.key, sealedFor(consumerId)),
      expiresAt,
    });
    return { token: made.key, expiresAt, fresh: true };
  });
}

/** Keeps a new token; one that cannot be kept is taken back. */
async function keep(trx: Db, grafana: Grafana, consumerId: number, next: Kept): Promise<void> {
  try {
    await sql`insert into grafana_token (consumer_id, service_account_id, token_id, sealed, expires_at)
      values (${consumerId}, ${next.accountId}, ${next.tokenId}, ${next.sealed}, ${next.expiresAt})
      on conflict (consumer_id) do update set service_account_id = excluded.service_account_id,
        token_id = excluded.token_id, sealed = excluded.sealed, expires_at = excluded.expires_at,
        created_at = now()`.execute(trx);
  } catch (error) {
    await grafana.revoke(next.accountId, next.tokenId);
    throw error;
  }
}

/** The token of an enterprise at Grafana; it speaks for the whole enterprise, so that limited accounts get none. */
const getGrafanaToken = defineRoute({
  method: 'POST',
  path: '/api/archive/grafanaAccount/getGrafanaToken',
  summary: {
    zh: '看板账户：取得企业的 Grafana 令牌，可重建',
    en: 'Dashboard accounts: the Grafana token of an enterprise, rebuilt on demand',
  },
  permission: funCodeOf(grafanaAccount, 'edit'),
  params: z.object({ enterpriseId: id(), rebuild: yesNo().optional() }),
  example: { enterpriseId: 1001 },
  handler: async (call): Promise<GrafanaToken> => {
    const { trx, params, caller, services, language } = call;
    if (caller.limit && caller.limit.length > 0) throw forbidden();
    const owner = await findRow(trx, consumer, params.enterpriseId);
    if (!owner) throw noSuchRow();
    const { grafana: config } = services.config;
    if (!config) return { token: null, expiresAt: null, url: null, note: textIn(NOT_SET_UP, language) };
    const asked = {
      system: services.system,
      config,
      sealer: openSealer(services.config),
      consumerId: owner.id,
    };
    const { token, expiresAt, fresh } = await tokenOf(asked, params.rebuild ?? false);
    if (fresh)
      await recordChange(call, consumer, 'edit', owner, owner, '更换 Grafana 令牌 / Grafana token issued');
    return { token, expiresAt: expiresAt.toISOString(), url: config.url, note: null };
  },
});

export const tokenRoutes = [getGrafanaToken];

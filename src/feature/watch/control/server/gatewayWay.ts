import { sql } from 'kysely';
import type { Text } from '#contract/text.ts';
import { sendRpc } from '#feature/meters/messaging/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Wiring } from '../domain/wiring.ts';
import type { Device, Position, WriteAnswer } from './way.ts';

const AWAY: Text = { zh: '网关不在线', en: 'The gateway is not connected' };
const DEAF: Text = { zh: '网关未订阅命令', en: 'The gateway does not listen to commands' };
const QUIET: Text = {
  zh: '发出后位置信号尚未上送',
  en: 'The position signal has not been reported since',
};

/** An output behind a gateway: it is called, and its position signal is what is read back. @param external gateways are at an external broker */
export function deviceBehind(db: Db, wiring: Wiring, external: boolean): Device {
  let sentAt: Date | null = null;
  return {
    position: () => positionOf(db, wiring, external, sentAt),
    write: async (target, timeoutMs): Promise<WriteAnswer> => {
      const params = wiring.adjusts
        ? { value: target }
        : { relay: wiring.relayNumber ?? 1, on: target === 1, value: target };
      const bytes = [wiring.iotId, wiring.identifier, JSON.stringify(params)].filter(Boolean).join(' ');
      const outcome = await sendRpc(
        db,
        {
          gatewayId: wiring.gatewayId ?? 0,
          deviceName: wiring.iotId,
          method: wiring.identifier ?? '',
          params,
          timeoutMs,
        },
        { external },
      );
      if (outcome.state === 'absent')
        return {
          kind: 'notSent',
          reason: 'deviceAway',
          bytes,
          detail: outcome.connected === true ? DEAF : AWAY,
        };
      ({ sentAt } = outcome);
      if (outcome.state === 'silent') return { kind: 'noAnswer', bytes, detail: null };
      const said = JSON.stringify(outcome.answer).slice(0, 200);
      const detail = { zh: said, en: said };
      return { kind: failed(outcome.answer) ? 'failed' : 'done', bytes, detail };
    },
  };
}

/**
 * Gateways say by `success: false`, `ok: false` or by an `error` that it did not succeed. Whether the device behind them
 * moved before its bus timed out they do not know.
 */
const failed = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  (Reflect.get(answer, 'success') === false ||
    Reflect.get(answer, 'ok') === false ||
    Boolean(Reflect.get(answer, 'error')));

interface Row {
  readonly value: number | null;
  readonly receivedAt: Date | null;
  readonly open: boolean;
}

/** What the signal tells; after the sending only what was received since then counts. */
async function positionOf(db: Db, wiring: Wiring, external: boolean, since: Date | null): Promise<Position> {
  const { rows } = await sql<Row>`
    select t.value::float8 as value, t.received_at as "receivedAt",
      coalesce(s.connected_at is not null and s.disconnected_at is null, false) as open
    from gateway g left join gateway_state s on s.gateway_id = g.id
    left join signal_state t on t.point_id = ${wiring.signalPointId} where g.id = ${wiring.gatewayId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row || (!row.open && !external && since === null)) return { value: null, failure: AWAY, bytes: null };
  if (since !== null && (row.receivedAt === null || row.receivedAt < since))
    return { value: null, failure: QUIET, bytes: null };
  return { value: row.value, failure: null, bytes: row.value === null ? null : String(row.value) };
}

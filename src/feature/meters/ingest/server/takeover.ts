import { sql } from 'kysely';
import { codeIndex, DATA_CODES } from '#contract/dataCode.ts';
import { conflict, toConfirm } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { momentAt } from '#domain/time/text.ts';
import { visibleMeters, visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { JsonRow, SlotCall, Values } from '#server/resource/slot.ts';
import { counts } from '#series/public.ts';

/** A meter that a device of a gateway is to be. */
export interface Takeover {
  readonly gatewayId: number;
  readonly deviceName: string;
  readonly ammeterId: number;
  /** No key = every key of the device; no code = the key is the code itself. */
  readonly keys: readonly { readonly dataKey: string | null; readonly dataCode: string | null }[];
}

/** Values of one data code that wait, with their first and last instant, ms. */
interface Waiting {
  readonly code: string;
  readonly n: number;
  readonly from: number;
  readonly to: number;
}

async function waitingOf(trx: Db, { gatewayId, deviceName, keys }: Takeover): Promise<Waiting[]> {
  const { rows } = await sql<{ key: string; n: number; from: Date; to: Date }>`
    select k as key, count(*)::integer as n, min(h.ts) as from, max(h.ts) as to
    from held_reading h cross join json_object_keys(h."values") k
    where h.gateway_id = ${gatewayId} and h.device_name = ${deviceName} and h.ammeter_id is null group by k`.execute(
    trx,
  );
  return rows.flatMap(({ key, n, from, to }) => {
    const meant =
      keys.find(({ dataKey }) => dataKey?.toLowerCase() === key.toLowerCase()) ??
      keys.find(({ dataKey }) => dataKey === null);
    const code = DATA_CODES[meant ? codeIndex(meant.dataCode ?? key) : -1]?.code;
    return code === undefined ? [] : [{ code, n, from: from.getTime(), to: to.getTime() }];
  });
}

/**
 * What a person should know before values that wait count on a meter: it has readings of its own in that time, so it may
 * be the wrong one, and what counts once is not told apart from them. Null where there is nothing to know.
 */
export async function effectOfTakeover(trx: Db, takeover: Takeover): Promise<Text | null> {
  const [meter] = await visibleMeters(trx, [takeover.ammeterId]);
  const waiting = meter ? await waitingOf(trx, takeover) : [];
  if (!meter || waiting.length === 0) return null;
  const meters = await visibleMeterSet(trx, [meter.id]);
  let [own, n] = [0, 0];
  for (const one of waiting) {
    n += one.n;
    const window = { meterId: meter.id, from: one.from, to: one.to + 1 };
    own += (await counts(trx, meters, [window], { code: one.code, said: 'device' }))[0] ?? 0;
  }
  if (own === 0) return null;
  const since = momentAt(meter.zone, Math.min(...waiting.map(({ from }) => from)));
  const { deviceName } = takeover;
  return {
    zh: `设备“${deviceName}”自 ${since} 起暂存的 ${n} 个值将计入表计“${meter.name}”，计入后无法撤回。该表计在此期间自己已有 ${own} 个同类读数：不一致时以暂存值为准，原读数留作更正前的值。`,
    en: `${n} values of the device “${deviceName}” that waited since ${since} will count on the meter “${meter.name}”, which cannot be taken back. The meter has ${own} readings of its own of the same kinds in that time: where these differ the values that waited count, and what stood there is kept as an earlier value.`,
  };
}

/**
 * Asks whether it is meant before values that wait count on a meter with readings of its own. An import cannot be asked:
 * its row is refused. @throws Fault 409 with what it would do, unless the caller has confirmed it
 */
async function ask(call: SlotCall, takeovers: readonly Takeover[]): Promise<void> {
  if (call.confirmed) return;
  const effects: Text[] = [];
  for (const takeover of takeovers) {
    const effect = await effectOfTakeover(call.trx, takeover);
    if (effect) effects.push(effect);
  }
  if (effects.length === 0) return;
  if (call.importId === undefined) throw toConfirm(effects);
  throw conflict({
    zh: `${effects.map((one) => one.zh).join('')}如确需如此，请在页面上单独录入。`,
    en: `${effects.map((one) => one.en).join(' ')} If it is meant, enter it by hand.`,
  });
}

const MEANING = ['gatewayId', 'deviceName', 'dataKey', 'ammeterId', 'dataCode', 'ignored'];

/** Asks before a mapping is saved that says another meter or data code. @param row as it will stand @throws Fault 409 */
export async function askMapped(call: SlotCall, row: Values, before: JsonRow | null): Promise<void> {
  if (row['ignored'] === true || row['signalPointId'] || !row['ammeterId']) return;
  if (before && MEANING.every((key) => (row[key] ?? null) === (before[key] ?? null))) return;
  const [dataKey, dataCode] = [row['dataKey'], row['dataCode']].map((one) => (one ? String(one) : null));
  await ask(call, [
    {
      gatewayId: Number(row['gatewayId']),
      deviceName: String(row['deviceName']),
      ammeterId: Number(row['ammeterId']),
      keys: [{ dataKey: dataKey ?? null, dataCode: dataCode ?? null }],
    },
  ]);
}

/** No key of its own: every key of a device is the code that it is called. */
const EVERY_KEY: Takeover['keys'] = [{ dataKey: null, dataCode: null }];

/**
 * Asks before a meter gets the code by which gateways call a device that waits, or comes to the site of such a gateway.
 * @throws Fault 409
 */
export async function askRenamed(call: SlotCall, values: Values, before: JsonRow | null): Promise<void> {
  if (!before) return;
  const { ammeterCode: code, siteId } = { ...before, ...values };
  if (typeof code !== 'string' || (code === before['ammeterCode'] && siteId === before['siteId'])) return;
  const { rows } = await sql<{ gatewayId: number }>`
    select distinct h.gateway_id as "gatewayId" from held_reading h join gateway g on g.id = h.gateway_id
    where h.consumer_id = ${before['consumerId']} and h.device_name = ${code} and h.ammeter_id is null
      and (g.site_id is null or g.site_id = ${siteId}) order by 1`.execute(call.trx);
  await ask(
    call,
    rows.map(({ gatewayId }) => ({ gatewayId, deviceName: code, ammeterId: before.id, keys: EVERY_KEY })),
  );
}

/** Asks before a gateway reaches another site, where meters have the codes of devices that wait. @throws Fault 409 */
export async function askMoved(call: SlotCall, values: Values, before: JsonRow | null): Promise<void> {
  if (!before || values['siteId'] === undefined || values['siteId'] === before['siteId']) return;
  const site = values['siteId'];
  const { rows } = await sql<{ deviceName: string; ammeterId: number }>`
    select distinct h.device_name as "deviceName", a.id as "ammeterId" from held_reading h
      join ammeter a on a.consumer_id = h.consumer_id and a.ammeter_code = h.device_name
    where h.gateway_id = ${before.id} and h.ammeter_id is null
      and (${site}::integer is null or a.site_id = ${site}) order by 1`.execute(call.trx);
  await ask(
    call,
    rows.map((one) => ({ ...one, gatewayId: before.id, keys: EVERY_KEY })),
  );
}

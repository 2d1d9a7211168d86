import { sql } from 'kysely';
import { storable } from '#domain/storable.ts';
import type { Db } from '#server/database/db.ts';
import { SETTING_KEY_MOST, SETTING_VALUE_MOST } from '../contract/setting.ts';
import { isSecretSetting } from '../domain/setting.ts';
import type { Command } from './ocppCall.ts';
import type { Pile } from './pile.ts';

/** What a charger answers to GetConfiguration. */
export interface SettingsReply {
  readonly configurationKey?: readonly {
    readonly key: string;
    readonly readonly: boolean;
    readonly value?: string;
  }[];
}

/** A charger has some hundred settings, those of its vendor counted. */
const MOST_SETTINGS = 1000;

/** Keeps what a charger answered of its settings, or the one that it changed. Secrets are named, and never kept. */
export async function keepSettings(
  db: Db,
  pile: Pile,
  { kind, settingKey, settingValue }: Command,
  { configurationKey = [] }: SettingsReply,
): Promise<void> {
  if (kind === 'changeSetting') {
    await sql`update charge_setting set setting_value = ${settingValue}
      where pile_id = ${pile.id} and lower(setting_key) = lower(${settingKey})`.execute(db);
    return;
  }
  if (kind !== 'readSettings') return;
  const rows = configurationKey.slice(0, MOST_SETTINGS).map(({ key, value, readonly }) => ({
    key: storable(key, SETTING_KEY_MOST),
    value: value === undefined || isSecretSetting(key, value) ? null : storable(value, SETTING_VALUE_MOST),
    readonly,
  }));
  await db.transaction().execute(async (trx) => {
    await sql`delete from charge_setting where pile_id = ${pile.id}`.execute(trx);
    await sql`insert into charge_setting (pile_id, consumer_id, setting_key, setting_value, read_only)
      select ${pile.id}, ${pile.consumerId}, r.key, r.value, r.readonly
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (key text, value text, readonly boolean)
      on conflict do nothing`.execute(trx);
  });
}

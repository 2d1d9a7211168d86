import { sql } from 'kysely';
import * as z from 'zod';
import { badInput, noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { PileCommand } from '../contract.ts';
import type { PileSetting, PileSettings } from '../contract/setting.ts';
import { isSecretSetting, measuringDoubts } from '../domain/setting.ts';
import { VIEW } from './permission.ts';

const NO_KEY = { zh: '参数：修改时须给出参数名', en: 'Setting: name the one that is changed' };
const SECRET = {
  zh: '参数：密钥与密码不从这里修改。接入密钥请在“充电桩”中签发后在桩上录入',
  en: 'Setting: keys and passwords are not changed from here. Issue the key of the charger under Chargers and enter it at the charger',
};

/** A change names a setting (its value may be empty), and is none of a secret: that would stand in the list of commands. @throws Fault 400 */
export function checkSetting(asked: {
  readonly kind: PileCommand;
  readonly settingKey?: string | undefined;
  readonly settingValue?: string | undefined;
}): void {
  const { kind, settingKey, settingValue } = asked;
  if (kind !== 'changeSetting') return;
  if (settingKey === undefined) throw badInput(NO_KEY, 'settingKey');
  if (isSecretSetting(settingKey, settingValue)) throw badInput(SECRET, 'settingKey');
}

const getSettings = defineRoute({
  method: 'GET',
  path: '/api/archive/chargePile/getSettings',
  summary: {
    zh: '充电桩：最近一次读取的参数，及其对电量的影响',
    en: 'Chargers: settings as they were last read, and what they leave in doubt',
  },
  permission: VIEW,
  params: z.object({ pileId: id() }),
  example: { pileId: 1 },
  handler: async ({ trx, params: { pileId } }): Promise<PileSettings> => {
    const seen = await sql<{ readAt: number | null }>`
      select (select floor(extract(epoch from max(ended_at)) * 1000)::float8 from charge_command
        where pile_id = p.id and kind = 'readSettings' and state = 'accepted') as "readAt"
      from charge_pile p where p.id = ${pileId}`.execute(trx);
    const [pile] = seen.rows;
    if (!pile) throw noSuchRow();
    const { rows } =
      await sql<PileSetting>`select setting_key as key, setting_value as value, read_only as "readOnly"
      from charge_setting where pile_id = ${pileId} order by setting_key`.execute(trx);
    return { readAt: pile.readAt, settings: rows, doubts: measuringDoubts(rows) };
  },
});

export const settingRoutes: readonly Route[] = [getSettings];

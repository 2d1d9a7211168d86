import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { readStates } from '#domain/signal/word.ts';
import type { Slots, Values } from '#server/resource/slot.ts';
import { controlInterlock } from './controlInterlock.ts';

const { fields } = controlInterlock;

/** What a kind of interlock asks for. */
const NEEDS = {
  1: ['ammeterId', 'dataCode', 'comparison', 'limitValue'],
  2: ['otherControlId'],
  3: ['signalPointId', 'signalState'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof fields)[]>>;

const PLACES = {
  controlId: 'i_remote_control',
  signalPointId: 'signal_point',
  otherControlId: 'i_remote_control',
  ammeterId: 'ammeter',
} as const satisfies Partial<Record<keyof typeof fields, string>>;

export const controlInterlockSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    for (const key of NEEDS[Number(row['kind']) as keyof typeof NEEDS] ?? [])
      if (empty(row, key)) throw badInput(aboutField(fields[key].label, REQUIRED), key);
    for (const key of ['controlId', 'signalPointId', 'otherControlId', 'ammeterId'] as const) {
      if (empty(row, key)) continue;
      const { rows } = await sql`select from ${sql.table(PLACES[key])}
        where id = ${row[key]} and consumer_id = ${row['consumerId'] ?? null}`.execute(trx);
      if (rows.length === 0)
        throw badInput(
          aboutField(fields[key].label, { zh: '不属于该企业', en: 'it is not of this enterprise' }),
          key,
        );
    }
    if (row['kind'] === '2' && row['otherControlId'] === row['controlId'])
      throw badInput(
        aboutField(fields.otherControlId.label, { zh: '应为另一个遥控点', en: 'another output is expected' }),
        'otherControlId',
      );
    if (row['kind'] !== '3') return;
    const { rows } = await sql<{ states: string }>`
      select states_zh as states from signal_point where id = ${row['signalPointId']}`.execute(trx);
    if (!readStates(rows[0]?.states ?? '')?.has(Number(row['signalState'])))
      throw badInput(
        aboutField(fields.signalState.label, {
          zh: '不是该信号点的状态',
          en: 'it is no state of the signal point',
        }),
        'signalState',
      );
  },
};

const empty = (row: Values, key: string): boolean =>
  row[key] === null || row[key] === undefined || row[key] === '';

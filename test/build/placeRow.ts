import { type RawBuilder, sql } from 'kysely';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { resourceOf } from '#resource/index.ts';
import { add } from '../build.ts';
import { type WholeEnterprise, sampleRow } from './whole.ts';
import type { Product } from '../product.ts';
import { unique } from './row.ts';
import { addPlan, addStation } from './storage.ts';

/** A remembered way to read a file. */
const MAPPING = {
  sheet: '',
  headerRow: 1,
  columns: [],
  kind: 'register',
  stamp: 'start',
  dateOrder: 'YMD',
  zone: HOME_ZONE,
  decimalSign: '.',
  intervalSeconds: null,
};

/** A place that a limit may name, with the limit that an account there has and a word for every text. */
export interface Place extends WholeEnterprise {
  readonly within: readonly number[];
  readonly mark: string;
}

const one = async ({ database }: Product, query: RawBuilder<unknown>): Promise<number> =>
  ((await query.execute(database.db)).rows[0] as { id: number }).id;

// A rule belongs to the whole enterprise.
const ruleOf = (product: Product, { consumerId }: Place): Promise<number> =>
  one(
    product,
    sql`insert into alarm (alarm_name, consumer_id, alarm_type, alarm_level, trigger_method, trigger_interval,
        recover_interval, algo_url, enable)
      values (${unique('Rule ')}, ${consumerId}, '5', '3', 'silent', 0, 0, 'builtin:silence', true) returning id`,
  );

const alarmRecordOf = (product: Product, { consumerId, ammeterId, mark }: Place): Promise<number> =>
  one(
    product,
    sql`insert into alarm_record (record_name, consumer_id, ammeter_id, alarm_type, alarm_level, alarm_status, process,
        raised_at, raise_count, origin)
      values (${mark}, ${consumerId}, ${ammeterId}, '5', '3', '1', '0', now(), 1, 'manual') returning id`,
  );

const cameraOf = async (product: Product, { consumerId, siteId }: Place): Promise<number> =>
  add(await product.operator(), 'iVideoControl', {
    cameraName: unique('Camera '),
    cameraCode: unique(),
    consumerId,
    siteId,
  });

const stationOf = async (product: Product, { consumerId, siteId, ammeterId }: Place): Promise<number> =>
  addStation(product.database.db, {
    consumerId,
    siteId,
    stationMeterId: ammeterId,
    name: unique('Station '),
  });

const planOf = async (product: Product, place: Place): Promise<number> =>
  addPlan(product.database.db, {
    stationId: await stationOf(product, place),
    consumerId: place.consumerId,
  });

const outputOf = async (product: Product, { consumerId, siteId }: Place): Promise<number> =>
  add(await product.operator(), 'iRemoteControl', {
    controlName: unique('Output '),
    controlCode: unique(),
    consumerId,
    siteId,
  });

const commandOf = async (product: Product, place: Place): Promise<number> =>
  one(
    product,
    sql`insert into control_command (consumer_id, control_id, key, source, state, target, wiring, two_persons,
        verify_seconds, by_name, ended_at)
      values (${place.consumerId}, ${await outputOf(product, place)}, ${unique()}, 'person', 'verified', 1, '{"way": "modbus", "adjusts": false}', false, 5,
        ${place.mark}, now()) returning id`,
  );

const pileOf = async (product: Product, { consumerId, siteId }: Place): Promise<number> =>
  add(await product.operator(), 'chargePile', {
    pileName: unique('Charger '),
    pileCode: unique(),
    consumerId,
    siteId,
    ratedPower: 7,
  });

/** A site has one limit. */
const limitOf = async (product: Product, { consumerId, siteId, mark }: Place): Promise<number> =>
  one(
    product,
    sql`insert into charge_limit (limit_name, consumer_id, site_id, limit_power, state)
      values (${mark}, ${consumerId}, ${siteId}, 10, '1')
      on conflict (site_id) do update set limit_power = excluded.limit_power returning id`,
  );

const sessionOf = async (product: Product, place: Place): Promise<number> =>
  one(
    product,
    sql`insert into charge_session (session_name, consumer_id, site_id, pile_id, connector, id_tag, begin_at,
        session_state, meter_start, _told_at, _tag_accepted)
      values (${place.mark}, ${place.consumerId}, ${place.siteId}, ${await pileOf(product, place)}, 1, 'T', now(), '1',
        0, now(), true) returning id`,
  );

async function sourceOf(product: Product, { consumerId, ammeterId, mark }: Place): Promise<number> {
  const id = await one(
    product,
    sql`insert into data_source (consumer_id, kind, rank, name)
      values (${consumerId}, 'import', 2, ${mark}) returning id`,
  );
  await sql`insert into data_source_meter (meter_id, source, from_ts, to_ts, codes, span_s)
    values (${ammeterId}, ${id}, now(), now(), B'1', 0)`.execute(product.database.db);
  return id;
}

async function agreed(product: Product, place: Place): Promise<string> {
  const row = { ...sampleRow(resourceOf('priceAgreement'), place), orgId: place.unitId };
  const id = await add(await product.operator(), 'priceAgreement', row);
  const { rows } = await sql<{ account: string }>`select measure_account as account from price_agreement
    where id = ${id}`.execute(product.database.db);
  return rows[0]?.account ?? '';
}

async function guardOf(product: Product, place: Place, orgId = place.unitId): Promise<number> {
  const row = { ...sampleRow(resourceOf('demandGuard'), place), guardName: unique('G'), orgId };
  return add(await product.operator(), 'demandGuard', row);
}

/** A plan of a limit and an output of the place, with what it did. */
async function shedRunOf(product: Product, place: Place): Promise<number> {
  const operator = await product.operator();
  const { consumerId, siteId } = place;
  const output = await add(operator, 'iRemoteControl', {
    controlName: unique('Load '),
    controlCode: unique(),
    consumerId,
    siteId,
    shedPriority: 1,
    shedPower: 10,
  });
  const planId = await add(operator, 'shedPlan', {
    planName: unique('P'),
    consumerId,
    guardId: await guardOf(product, place, siteId),
    controlIdList: [output],
  });
  return one(
    product,
    sql`insert into shed_run (plan_id, consumer_id, guard_id, state, automatic, window_from, limit_power, projected, needed,
        sequence, ended_at)
      values (${planId}, ${place.consumerId}, 1, 'ended', false, now(), 1, 1, 1, '[]', now()) returning id`,
  );
}

async function reportOf(product: Product, place: Place): Promise<number> {
  const row = {
    ...sampleRow(resourceOf('energyReport'), place),
    reportName: unique('R'),
    orgId: place.siteId,
  };
  return add(await product.operator(), 'energyReport', row);
}

const viewOf = (product: Product, { consumerId, userId, within, mark }: Place): Promise<number> =>
  one(
    product,
    sql`insert into saved_view (consumer_id, employee_id, owner, screen, name, shared, settings, _made_within)
      values (${consumerId}, ${userId}, ${mark}, 'energy', ${unique(mark)}, true, '{}', ${within}) returning id`,
  );

const noticeOf = (product: Product, { consumerId, gatewayId, mark }: Place): Promise<number> =>
  one(
    product,
    sql`insert into notice (consumer_id, kind, object_id, level, text, since)
      values (${consumerId}, 'gatewaySilent', ${gatewayId}, 2, ${texts(mark)}, now())
      on conflict (kind, object_id) where ended_at is null do update set level = 2 returning id`,
  );

const texts = (mark: string): string => JSON.stringify({ zh: mark, en: mark });

type Insert = (p: Place, product: Product) => RawBuilder<unknown> | Promise<RawBuilder<unknown> | null>;

const INSERTS: Readonly<Record<string, Insert>> = {
  data_source: (p) => sql`(consumer_id, kind, rank, name, _made_within)
    values (${p.consumerId}, 'import', 2, ${p.mark}, ${p.within})`,
  import_data: async (p, product) => sql`(consumer_id, kind, state, file_name, employee_id, source_id)
    values (${p.consumerId}, 'import', 'done', ${p.mark}, 1, ${await sourceOf(product, p)})`,
  repair: async (
    p,
    product,
  ) => sql`(consumer_id, meter_id, source_id, kind, code, from_ts, to_ts, reason, created_by)
    values (${p.consumerId}, ${p.ammeterId}, ${await sourceOf(product, p)}, 'ignore', 'PP', now(), now(), ${p.mark}, 1)`,
  ammeter_sum: (p) => sql`(ammeter_id, child_id, sign, consumer_id)
    select ${p.ammeterId}, id, 1, ${p.consumerId} from ammeter where id <> ${p.ammeterId} order by id limit 1`,
  figure_change: (p) => sql`(consumer_id, version, ammeter_id, data_type, month)
    values (${p.consumerId}, 9, ${p.ammeterId}, '1', now())`,
  alarm_shelf: async (p, product) => sql`(alarm_id, ammeter_id, consumer_id, until_at, reason)
    values (${await ruleOf(product, p)}, ${p.ammeterId}, ${p.consumerId}, now(), ${p.mark})`,
  alarm_act: async (p, product) => sql`(record_id, consumer_id, kind, info)
    values (${await alarmRecordOf(product, p)}, ${p.consumerId}, 'comment', ${p.mark})`,
  camera_clip: async (
    p,
    product,
  ) => sql`(consumer_id, site_id, camera_id, kind, begin_at, end_at, sha256, bytes, alarm_name)
    values (${p.consumerId}, ${p.siteId}, ${await cameraOf(product, p)}, 'clip', now(), now(), 'x', 1, ${p.mark})`,
  control_command: async (p, product) => {
    await commandOf(product, p);
    return null;
  },
  control_step: async (p, product) => sql`(command_id, control_id, consumer_id, kind, by_name)
    select id, control_id, consumer_id, 'request', ${p.mark} from control_command where id = ${await commandOf(product, p)}`,
  control_tag: async (p, product) => sql`(consumer_id, control_id, reason, by_id, by_name)
    values (${p.consumerId}, ${await outputOf(product, p)}, ${p.mark}, ${p.userId}, 'x')`,
  control_state: async (p, product) => sql`(control_id, consumer_id, tried_at)
    values (${await outputOf(product, p)}, ${p.consumerId}, now())`,
  control_arming: async (
    p,
    product,
  ) => sql`(source, linkage_id, consumer_id, control_id, value, by_id, by_name)
    select 'config', coalesce(max(linkage_id), 0) + 1, ${p.consumerId}, ${await outputOf(product, p)}, '1', ${p.userId}, ${p.mark}
    from control_arming`,
  charge_session: async (p, product) => {
    await sessionOf(product, p);
    return null;
  },
  charge_sample: async (p, product) => sql`(session_id, consumer_id, at, energy)
    values (${await sessionOf(product, p)}, ${p.consumerId}, now(), 1)`,
  charge_judgement: async (
    p,
    product,
  ) => sql`(session_id, consumer_id, verdict, reason, was_state, was_begin, by_id, by_name)
    values (${await sessionOf(product, p)}, ${p.consumerId}, 'exclude', ${p.mark}, '4', now(), ${p.userId}, ${p.mark})`,
  charge_stop: async (p, product) => sql`(session_id, consumer_id, at, energy)
    values (${await sessionOf(product, p)}, ${p.consumerId}, now(), 1)`,
  charge_share: async (p, product) => sql`(limit_id, consumer_id, limit_power, basis, since)
    select id, consumer_id, 10, 'entered', now() from charge_limit where id = ${await limitOf(product, p)}
    on conflict (limit_id) do update set looked_at = now()`,
  charge_link: async (p, product) => sql`(pile_id, consumer_id)
    values (${await pileOf(product, p)}, ${p.consumerId})`,
  charge_connector: async (
    p,
    product,
  ) => sql`(pile_id, consumer_id, connector, status, error_code, since, told_at)
    values (${await pileOf(product, p)}, ${p.consumerId}, 1, 'Available', 'NoError', now(), now())`,
  charge_event: async (p, product) => sql`(pile_id, consumer_id, kind, detail)
    values (${await pileOf(product, p)}, ${p.consumerId}, 'boot', ${p.mark})`,
  charge_command: async (p, product) => sql`(pile_id, consumer_id, kind, by_id, by_name)
    values (${await pileOf(product, p)}, ${p.consumerId}, 'softReset', ${p.userId}, ${p.mark})`,
  charge_setting: async (p, product) => sql`(pile_id, consumer_id, setting_key, read_only)
    values (${await pileOf(product, p)}, ${p.consumerId}, ${p.mark}, false)`,
  shed_arming: async (p, product) => sql`(plan_id, consumer_id, guard_id, automatic, stood, by_id, by_name)
    select plan_id, consumer_id, plan_id, false, '{}', 1, ${p.mark} from shed_run where id = ${await shedRunOf(product, p)}`,
  shed_run: async (p, product) => {
    await shedRunOf(product, p);
    return null;
  },
  shed_step: async (p, product) => sql`(run_id, consumer_id, kind)
    values (${await shedRunOf(product, p)}, ${p.consumerId}, 'proposed')`,
  analysis_standard: (p) => sql`(consumer_id, org_id) values (${p.consumerId}, ${p.siteId})`,
  demand_guard_window: async (p, product) => sql`(guard_id, consumer_id, from_ts, limit_power)
    values (${await guardOf(product, p)}, ${p.consumerId}, now(), 1)`,
  gateway_state: (p) =>
    sql`(gateway_id, consumer_id, address) values (${p.gatewayId}, ${p.consumerId}, ${p.mark})`,
  gateway_message: (
    p,
  ) => sql`(gateway_id, consumer_id, received_at, door, bytes, payload, readings, accepted, rejected)
    values (${p.gatewayId}, ${p.consumerId}, now(), 'mqtt', 1, ${p.mark}, 1, 1, 0)`,
  gateway_rejection: (p) => sql`(gateway_id, consumer_id, device_name, data_key, reason, n, first_at, last_at)
    values (${p.gatewayId}, ${p.consumerId}, ${p.mark}, 'x', 'unknownKey', 1, now(), now())`,
  held_reading: (
    p,
  ) => sql`(gateway_id, consumer_id, device_name, ts, reason, "values", n, bytes, received_at, hash)
    values (${p.gatewayId}, ${p.consumerId}, ${p.mark}, now(), 'unmapped', '{}', 1, 1, now(), gen_random_uuid())`,
  gateway_attribute: (p) => sql`(gateway_id, consumer_id, device_name, shared, attribute_name, value)
    values (${p.gatewayId}, ${p.consumerId}, '', true, ${p.mark}, '1')`,
  gateway_command: (p) => sql`(gateway_id, consumer_id, method, params, due_at)
    values (${p.gatewayId}, ${p.consumerId}, ${p.mark}, '{}', now())`,
  // A work order begins with its first step.
  work_order_step: async ({ consumerId, siteId }, product) => {
    const order = { orderName: unique('Order '), consumerId, siteId };
    await add(await product.operator(), 'workOrder', order);
    return null;
  },
  collector_state: (p) => sql`(channel_id, collector_meter_id, consumer_id, state, since)
    values (${p.channelId}, 0, ${p.consumerId}, 'ok', now())`,
  report_run: async (p, product) => sql`(report_id, consumer_id, begin_dt, end_dt, scheduled, mailed_to)
    values (${await reportOf(product, p)}, ${p.consumerId}, now(), now(), false, ${p.mark})`,
  plan_curve: async (
    p,
    product,
  ) => sql`(plan_id, consumer_id, station_id, plan_date, version, plan_state, plan_source, curve,
      soc_start, charged_kwh, discharged_kwh, made_at, attempts)
    values (${p.mark}, ${p.consumerId}, ${await stationOf(product, p)}, '2026-01-01', 1, 'draft', 'manual', '{"points": []}', 10, 0,
      0, now(), 0)`,
  plan_reply: async (
    p,
    product,
  ) => sql`(plan_id, consumer_id, plan_curve_id, version, attempt, reply_kind, started_at, ended_at,
      sent_hash)
    values (${p.mark}, ${p.consumerId}, ${await planOf(product, p)}, 1, 1, 'silent', now(), now(), '')`,
  asset_settlement: (p) => sql`(consumer_id, site_id, month, snapshot)
    values (${p.consumerId}, ${p.siteId}, ${p.mark}, '{}')`,
  bill_issue: async (p, product) => sql`(consumer_id, measure_account, month, snapshot)
    values (${p.consumerId}, ${await agreed(product, p)}, '2026-01', '{}')`,
  price_invoice: async (p, product) => sql`(consumer_id, measure_account, month, item, amount, remark)
    values (${p.consumerId}, ${await agreed(product, p)}, '2026-01-01', 'total', 1, ${p.mark})`,
  price_stop: async (p, product) => sql`(consumer_id, measure_account, stopped_capacity, begin_dt, remark)
    values (${p.consumerId}, ${await agreed(product, p)}, 1, now(), ${p.mark})`,
  oper_log: (p) => sql`(consumer_id, resource, row_id, action, after)
    values (${p.consumerId}, 'gateway', ${p.gatewayId}, 'edit', ${JSON.stringify({ name: p.mark })})`,
  access_record: (
    p,
  ) => sql`(at, consumer_id, log_type, class_name, method, is_verify_right, state, code, duration,
    message, _made_within) values (now(), ${p.consumerId}, '3', 'x', 'x', true, '1', 200, 1, ${p.mark}, ${p.within})`,
  task: (p) => sql`(kind, label, params, result, state, consumer_id, employee_id, _made_within)
    values ('x', ${texts(p.mark)}, '{}', ${texts(p.mark)}, 'done', ${p.consumerId}, ${p.userId}, ${p.within})`,
  outbox: (p) => sql`(channel, recipient, body, purpose, consumer_id, _made_within)
    values ('mail', ${p.mark}, ${p.mark}, 'report', ${p.consumerId}, ${p.within})`,
  import_run: (
    p,
  ) => sql`(resource, consumer_id, employee_id, user_name, file_name, sha256, state, _made_within)
    values ('ammeter', ${p.consumerId}, ${p.userId}, ${p.mark}, ${p.mark}, 'x', 'written', ${p.within})`,
  import_mapping: (p) => sql`(consumer_id, name, headers, mapping, employee_id, _made_within)
    values (${p.consumerId}, ${p.mark}, 'x', ${JSON.stringify(MAPPING)}, 1, ${p.within})`,
  saved_view: async (p, product) => {
    await viewOf(product, p);
    return null;
  },
  saved_view_default: async (p, product) => sql`(employee_id, consumer_id, screen, view_id)
    values (${p.userId}, ${p.consumerId}, ${unique('s')}, ${await viewOf(product, p)})`,
  file: (p) => sql`(sha256, file_name, mime_type, size, consumer_id, employee_id, _made_within)
    values ('x', ${p.mark}, 'x', 1, ${p.consumerId}, ${p.userId}, ${p.within})`,
  notice: async (p, product) => {
    await noticeOf(product, p);
    return null;
  },
  notice_read: async (p, product) => sql`(notice_id, employee_id)
    values (${await noticeOf(product, p)}, ${p.userId})`,
};

/** How a row of a table comes about at a place; every limited table that has no calls of a definition stands here. */
export const placeRows: Readonly<Record<string, (product: Product, place: Place) => Promise<void>>> =
  Object.fromEntries(
    Object.entries(INSERTS).map(([table, insert]) => [
      table,
      async (product: Product, place: Place): Promise<void> => {
        const values = await insert(place, product);
        if (values) await sql`insert into ${sql.table(table)} ${values}`.execute(product.database.db);
      },
    ]),
  );

import { sql } from 'kysely';
import * as z from 'zod';
import { conflict, noSuchRow } from '#contract/error.ts';
import { readJson } from '#contract/json.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { gateway } from '#resource/archive/gateway.ts';
import { defineRoute, type Route } from '#server/route.ts';
import type { CommandState, GatewayCommand } from '../contract.ts';
import { commandMessage } from '../domain/command.ts';
import { askCommand, MOST_SECONDS } from './command.ts';
import { refuseOutput } from './refuseOutput.ts';
import { jsonOf, recordSent } from './sendData.ts';

const permission = funCodeOf(gateway, 'edit');
const SECONDS = 10;

/** Sends a command to a gateway, or to a device behind it, by the gateway API. */
const sendGatewayData = defineRoute({
  method: 'POST',
  path: '/api/sys/mqtt/sendGatewayData',
  summary: { zh: '消息服务：向网关发送命令', en: 'Messaging: send a command to a gateway' },
  permission,
  params: z.object({
    gatewayId: id(),
    deviceName: z.string().max(200).optional(),
    method: z.string().min(1).max(100),
    params: z.unknown().optional(),
    /** Within these seconds it is sent or not at all. */
    seconds: z.coerce.number().int().min(1).max(MOST_SECONDS).default(SECONDS),
  }),
  example: { gatewayId: 1, method: 'readNow', params: {}, seconds: 10 },
  handler: async ({ trx, caller, params, services }) => {
    const { rows } = await sql<{ consumerId: number; open: boolean }>`
      select g.consumer_id as "consumerId", s.connected_at is not null and s.disconnected_at is null as open
      from gateway g left join gateway_state s on s.gateway_id = g.id where g.id = ${params.gatewayId}`.execute(
      trx,
    );
    const row = rows[0];
    if (!row) throw noSuchRow();
    const { gatewayId, method, seconds } = params;
    await refuseOutput(
      services.system,
      { gatewayId, name: method, deviceName: params.deviceName ?? null },
      'method',
    );
    // Who is connected to an external broker is known there alone.
    if (!row.open && services.config.mqttUrl === undefined)
      throw conflict(
        {
          zh: '网关当前没有通过平台的消息服务连接，命令无法送达',
          en: 'The gateway is not connected to the broker of the platform now, so the command cannot reach it',
        },
        'gatewayId',
      );
    const command = { deviceName: params.deviceName ?? null, method, params: jsonOf(params.params ?? {}) };
    const { consumerId } = row;
    const requestId = await askCommand(trx, { gatewayId, consumerId, seconds, ...command });
    const { topic, payload } = commandMessage({ id: requestId, ...command });
    await recordSent(
      { trx, caller },
      { consumerId, resource: 'gateway', rowId: gatewayId, topic, data: payload },
    );
    return { requestId, topic };
  },
});

interface Row extends Omit<GatewayCommand, 'state' | 'answer'> {
  readonly due: boolean;
  readonly answer: string | null;
}

/** What became of a command. */
const getGatewayCommand = defineRoute({
  method: 'GET',
  path: '/api/sys/mqtt/getGatewayCommand',
  summary: { zh: '消息服务：命令的结果', en: 'Messaging: what became of a command' },
  permission,
  params: z.object({ requestId: id() }),
  example: { requestId: 1 },
  handler: async ({ trx, params }): Promise<GatewayCommand> => {
    const { rows } = await sql<Row>`
      select id as "requestId", gateway_id as "gatewayId", device_name as "deviceName", method,
        asked_at as "askedAt", sent_at as "sentAt", answered_at as "answeredAt", answer,
        due_at <= clock_timestamp() as due
      from gateway_command where id = ${params.requestId}`.execute(trx);
    const [row] = rows;
    if (!row) throw noSuchRow();
    const { due, answer, ...command } = row;
    return { ...command, state: stateOf(row), answer: answer === null ? null : (readJson(answer) ?? answer) };
  },
});

function stateOf({ sentAt, answeredAt, due }: Row): CommandState {
  if (answeredAt !== null) return 'answered';
  if (sentAt !== null) return due ? 'notAnswered' : 'sent';
  return due ? 'notSent' : 'waiting';
}

export const commandRoutes: readonly Route[] = [sendGatewayData, getGatewayCommand];

import * as z from 'zod';
import { addressOf } from '#contract/define.ts';
import { resources } from '#resource/index.ts';
import type { Route } from '#server/route.ts';
import type { Client } from './product.ts';
import { type WholeEnterprise, sampleRow } from './build/whole.ts';

/** A call's method and address. */
export const named = (route: Route): string => `${route.method} ${route.path}`;

/** What a call answered: its code (a file counts as 200) and everything that it said. */
export interface Answer {
  readonly code: number;
  readonly body: string;
}

/** Makes a call. */
export async function ask(
  client: Client,
  route: Route,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  if (route.method === 'DOWNLOAD') {
    const given = Object.keys(params).length > 0 ? { ...params, format: 'csv' } : params;
    const { type, body } = await client.download(route.path, given);
    const text = body.toString();
    const envelope = type.includes('json') ? (JSON.parse(text) as { code?: number }) : {};
    return { code: envelope.code ?? 200, body: text };
  }
  const reply =
    route.method === 'GET'
      ? await client.get(route.path, params)
      : route.method === 'POST'
        ? await client.post(route.path, params)
        : await client.upload(route.path, params, { name: 'a.csv', content: Buffer.from('a,b\n1,2\n') });
  return { code: reply.code, body: JSON.stringify(reply) };
}

/**
 * Parameters that point at an enterprise, or at a place in it, wherever their name says that they point at something.
 * @param rows a row of it for every resource, by address
 */
export function aimedAt(
  route: Route,
  target: WholeEnterprise,
  rows: ReadonlyMap<string, number>,
): Record<string, unknown> {
  const schema = z.toJSONSchema(route.params, { io: 'input', unrepresentable: 'any' });
  const params: Record<string, unknown> = { ...route.example };
  const address = route.path.slice(0, route.path.lastIndexOf('/'));
  const aims: Readonly<Record<string, number | undefined>> = {
    consumerId: target.consumerId,
    orgId: target.consumerId,
    siteId: target.siteId,
    ammeterId: target.ammeterId,
    dataAmmeterId: target.ammeterId,
    ammeterIds: target.ammeterId,
    gatewayId: target.gatewayId,
    userId: rows.get('/api/sys/orgEmployee'),
    id: rows.get(address) ?? target.ammeterId,
  };
  const row = resources.find((r) => addressOf(r) === address);
  if (row && /\/(add|edit)$/.test(route.path)) Object.assign(params, sampleRow(row, target));
  for (const name of [...Object.keys(schema.properties ?? {}), 'id', 'orgId', 'consumerId'])
    if (aims[name] !== undefined && (name in (schema.properties ?? {}) || row)) params[name] = aims[name];
  if (row && /\/(getall|getpage|searchall|searchpage)$/.test(route.path)) {
    for (const key of Object.keys(params)) if (!['pageNo', 'pageSize'].includes(key)) delete params[key];
    params['pageSize'] = 1000;
  }
  if (route.path.endsWith('/editfield'))
    Object.assign(params, { fieldName: 'remark', fieldValue: 'taken over' });
  return params;
}

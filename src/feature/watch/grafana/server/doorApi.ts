import * as z from 'zod';
import { HOOK_PATH } from './hook.ts';
import { QUESTIONS } from './question.ts';

const STAMP = { type: 'string', format: 'date-time' } as const;
const COUNT = { type: 'integer' } as const;
const refused = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } } };

const ALERT = {
  type: 'object',
  required: ['status', 'fingerprint', 'labels', 'startsAt'],
  properties: {
    status: { type: 'string', enum: ['firing', 'resolved'] },
    fingerprint: { type: 'string' },
    labels: {
      type: 'object',
      description: '`eventIdentifier`, else `alertname`, is the identifier of the configured event',
      additionalProperties: { type: 'string' },
    },
    annotations: { type: 'object', properties: { summary: { type: 'string' } } },
    startsAt: STAMP,
    endsAt: STAMP,
  },
} as const;

const TAKEN = {
  type: 'object',
  properties: {
    raised: { ...COUNT, description: 'records that were opened, or raised once more' },
    cleared: COUNT,
    duplicate: { ...COUNT, description: 'what was told before' },
    off: { ...COUNT, description: 'alerts of events that are switched off' },
    unknown: { type: 'array', items: { type: 'string' }, description: 'identifiers that no event has' },
    faults: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
      description: 'alerts that cannot be read, the first hundred',
    },
  },
} as const;

const envelope = (data: object) => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: { code: COUNT, message: { type: 'string' }, data },
    },
  },
});

const pageOf = (row: object) => ({
  type: 'object',
  properties: {
    list: { type: 'array', items: row },
    pagination: { type: 'object', properties: { current: COUNT, pageSize: COUNT, total: COUNT } },
  },
});

/** A day of a meter. */
const SHOWN: Readonly<Record<string, unknown>> = {
  ammeterId: 1,
  fromDt: '2026-01-01T00:00:00+08:00',
  toDt: '2026-01-02T00:00:00+08:00',
};

/** The parameters of a question, as its schema has them. */
function parametersOf(schema: z.ZodType): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
    ...(Object.hasOwn(SHOWN, name) ? { example: SHOWN[name] } : {}),
  }));
}

const readings = Object.fromEntries(
  QUESTIONS.map(({ path, summary, params, row }) => [
    path,
    {
      get: {
        operationId: path.slice(1).replaceAll('/', '.'),
        summary,
        description: 'For the JSON and Infinity data sources, with a read-only token; rows are flat.',
        tags: ['grafana'],
        security: [{ grafana: [] }],
        parameters: parametersOf(params),
        responses: {
          '200': { description: 'a page of rows', content: envelope(pageOf(row)) },
          '4XX': { description: 'no such token, a parameter that is wrong, too much at once', ...refused },
        },
      },
    },
  ]),
);

/** The doors of Grafana in the OpenAPI document; they are no calls of the browser. */
export const grafanaApi: Readonly<Record<string, object>> = {
  ...readings,
  [HOOK_PATH]: {
    post: {
      operationId: 'grafanaWebhook',
      summary: 'Alerts of Grafana / 看板告警',
      description: [
        'The body of Grafana’s contact point "webhook", at most 1 MB and 1000 alerts. Each alert (identifier and',
        'fingerprint) has one open record at most, however often it is told; "resolved" clears it. What is known is taken',
        'even where 422 tells what is not.',
      ].join(' '),
      tags: ['grafana'],
      security: [{ grafana: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['alerts'],
              properties: { alerts: { type: 'array', maxItems: 1000, items: ALERT } },
            },
            example: {
              alerts: [
                {
                  status: 'firing',
                  fingerprint: 'c1a2b3d4e5f60718',
                  labels: { alertname: 'room-temperature' },
                  annotations: { summary: '31 ℃ in the switch room' },
                  startsAt: '2026-01-31T08:00:00+08:00',
                },
              ],
            },
          },
        },
      },
      responses: {
        '200': { description: 'all of it is taken, or was before', content: envelope(TAKEN) },
        '422': { description: 'some of it is not known or cannot be read', content: envelope(TAKEN) },
        '4XX': { description: 'no such token, no JSON of this shape, too large, too many', ...refused },
        '503': { description: 'it cannot be stored now; send it again', ...refused },
      },
    },
  },
};

import { LARGEST } from '../domain/decode.ts';
import { REJECTIONS, WAITING_DAYS } from '../contract.ts';
import { INGEST_PATH } from './ingestRoute.ts';

const STAMP = {
  description: [
    'The instant at which the registers stood; without it the time of receipt counts. Read are: milliseconds or seconds',
    'since 1970, as a number or its text; ISO 8601 with an offset or Z ("2026-11-23T10:00:00+08:00", seconds may lack);',
    '"2026-11-23 10:00:00", "2026/11/23 10:00:00" and "20261123100000", which are the wall clock of the meter\'s site (an',
    'hour that occurs twice means the first). A date without a time, micro- and nanoseconds are refused with their reason.',
  ].join(' '),
  oneOf: [{ type: 'integer' }, { type: 'string' }],
} as const;

const REPLY = {
  type: 'object',
  required: ['code', 'message', 'data'],
  properties: {
    code: {
      type: 'integer',
      description: [
        'Of the envelope; HTTP says 200, as sending again mends nothing. 200: something counts (`message` is "ok" where all',
        'does). 202: nothing counts, but values wait for their name or are quarantined. 422: nothing counts or can be kept.',
      ].join(' '),
    },
    message: { type: 'string', description: 'What does not count, and how to mend it' },
    data: {
      type: 'object',
      properties: {
        accepted: { type: 'integer', description: 'values that were new' },
        duplicate: { type: 'integer', description: 'values that were there already, equal' },
        conflict: { type: 'integer', description: 'values that differ from the one first received' },
        waiting: {
          type: 'integer',
          description: `values of unknown names: they wait ${WAITING_DAYS} days and count once the name is mapped`,
        },
        quarantined: {
          type: 'integer',
          description: 'values that cannot have stood on the meter then; kept until a person decides',
        },
        rejectedCount: { type: 'integer', description: 'values that do not count, those two included' },
        rejected: {
          type: 'array',
          description: 'the first hundred',
          items: {
            type: 'object',
            properties: {
              meter: { type: 'string' },
              ts: { type: ['integer', 'null'], description: 'ms', 'x-unit': 'ms' },
              code: { type: ['string', 'null'] },
              reason: { type: 'string', enum: Object.values(REJECTIONS).map(({ en }) => en) },
            },
          },
        },
      },
    },
  },
} as const;

/** The door of gateways in the OpenAPI document; it is no call of the browser. */
export const ingestApi: Readonly<Record<string, object>> = {
  [INGEST_PATH]: {
    post: {
      operationId: 'ingestTelemetry',
      summary: 'Telemetry of a gateway / 网关上送数据',
      description: [
        'Gzip is accepted. The reply comes after the commit; a refusal (403 token, 413 size, 429 and 503 come again later,',
        '400 no JSON of this shape) carries its HTTP status too. The same body is taken over MQTT at v1/gateway/telemetry,',
        'where the acknowledgement means that every value is stored, waits or is told as refused.',
        `Values are numbers or their text, at most ${LARGEST} either way; a negative register is quarantined.`,
      ].join(' '),
      tags: ['ingest'],
      security: [{ gateway: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              description: 'By the name of the device: the code of a meter, or a name that the gateway maps',
              additionalProperties: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    ts: STAMP,
                    values: { type: 'object', additionalProperties: { type: ['number', 'string'] } },
                  },
                },
              },
            },
            example: { 'E-001': [{ ts: 1_795_399_200_000, values: { PP: 1234.5, PZ: 56.7 } }] },
          },
        },
      },
      responses: {
        '200': { description: 'taken, or told why not', content: { 'application/json': { schema: REPLY } } },
        '4XX': {
          description: 'no JSON of this shape, no such token, too large, too much at once',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
        },
      },
    },
  },
};

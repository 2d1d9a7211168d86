import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { defineRoute, PUBLIC } from '#server/route.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export const getSystemVersion = defineRoute({
  method: 'GET',
  path: '/api/sys/getSystemVersion',
  summary: { zh: '系统版本', en: 'Version of the product' },
  permission: PUBLIC,
  params: z.object({}),
  example: {},
  handler: async () => ({ name: 'Meterhouse', version }),
});

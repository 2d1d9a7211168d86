import { expect, it } from 'vitest';
import { startProduct } from '../../../../../bench/product.ts';

/** Logs in as every account of the printed line; the codes of the replies by name. */
async function logInAsPrinted(baseUrl: string, line: string): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (const [, userName = '', password = ''] of line.matchAll(/(\w+) \/ ([\w-]+)/g)) {
    const reply = await fetch(`${baseUrl}/api/sys/login`, {
      method: 'POST',
      headers: { 'x-meterhouse': '1', 'content-type': 'application/json' },
      body: JSON.stringify({ userName, password }),
    });
    codes[userName] = ((await reply.json()) as { code: number }).code;
  }
  return codes;
}

it('every printed account logs in the moment it is printed, at the very first start', async () => {
  const started = await startProduct({ DEMO: 'on', ADMIN_PASSWORD: '', SIMULATOR_PORT: '0' });
  try {
    await started.said('Demonstration accounts', 30_000);
    const line = started.told('Demonstration accounts') ?? '';
    expect(await logInAsPrinted(started.baseUrl, line)).toEqual({
      operator: 200,
      steel: 200,
      campus: 200,
      electrician: 200,
      accountant: 200,
      inspector: 200,
    });
  } finally {
    await started.stop();
  }
}, 180_000);

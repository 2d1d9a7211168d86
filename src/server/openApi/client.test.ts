import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Product, startProduct } from '#test/product.ts';
import { ROOT } from '../../../scripts/writeFiles.ts';

let product: Product;
let folder: string;
let base: string;
beforeAll(async () => {
  product = await startProduct();
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'meterhouse-client-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await product.close();
});

/** Runs a script of Node in the client's folder; answers what it wrote. */
async function run(script: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: folder,
      maxBuffer: 10 ** 7,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`.slice(0, 4000), { cause: error });
  }
}

it('a client made from the document, checked by its types, adds, edits, reads and ingests', async () => {
  const document = await (await fetch(`${base}/openapi.json`)).text();
  writeFileSync(join(folder, 'openapi.json'), document);
  await run(join(ROOT, 'test/client/generate.mjs'), 'openapi.json', 'api.mts');
  copyFileSync(join(ROOT, 'test/client/journey.mts'), join(folder, 'journey.mts'));
  const compilerOptions = {
    target: 'ES2023',
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['journey.mts'] }));
  await run(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
  expect(JSON.parse(await run('journey.mts', base, OPERATOR_PASSWORD))).toEqual({
    edited: 'Main incomer',
    listed: ['generated-1'],
    accepted: 1,
    values: [1234.5],
    wrong: 404,
  });
});

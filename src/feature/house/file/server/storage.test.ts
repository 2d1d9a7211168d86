import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openFileStore } from '#server/files.ts';
import { OPERATOR_PASSWORD } from '#test/config.ts';
import { type Product, startProduct } from '#test/product.ts';
import { type SmallDisk, smallDisk } from '#test/smallDisk.ts';

let product: Product;
let folder: string;
let url: string;
let cookie: string;
const disks: SmallDisk[] = [];
beforeAll(async () => {
  product = await startProduct();
  folder = join(product.services.config.dataDir, 'files');
  await product.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`;
  const reply = await fetch(`${url}/api/sys/login`, {
    method: 'POST',
    headers: { 'x-meterhouse': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'operator', password: OPERATOR_PASSWORD }),
  });
  cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
});
afterEach(async () => {
  for (const disk of disks.splice(0)) await disk.close();
});
afterAll(() => product.close());

/** Sends files of so many bytes as a browser does, over a real connection. */
async function upload(language: string, ...sizes: number[]): Promise<{ code: number; message: string }> {
  const form = new FormData();
  form.append('fileType', 'document');
  for (const [i, size] of sizes.entries())
    form.append('upFile', new Blob([new Uint8Array(size).fill(65 + i)]), `plan ${i}.txt`);
  const headers = { 'x-meterhouse': '1', 'accept-language': language, cookie };
  const reply = await fetch(`${url}/api/sys/fileRecord/add`, { method: 'POST', headers, body: form });
  return (await reply.json()) as { code: number; message: string };
}

async function disk(): Promise<SmallDisk | undefined> {
  const one = await smallDisk(4, folder);
  if (one) disks.push(one);
  return one;
}
const kept = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name !== 'filler');

it('an upload on a full disk says so, in the language of the person, and leaves nothing', async ({
  skip,
}) => {
  const small = await disk();
  if (!small) return skip('no file system may be mounted here');
  expect(await upload('en', 20_000_000)).toMatchObject({
    code: 503,
    message:
      'The disk of the server is full: nothing was saved. Ask whoever runs the server to free space, then try again',
  });
  expect((await upload('zh', 20_000_000)).message).toBe(
    '服务器磁盘已满，未保存任何内容：请联系系统管理员腾出空间后重试',
  );
  expect(await kept()).toEqual([]);
  await small.fill();
  expect((await upload('en', 10)).code).toBe(503);
  await small.free();
  expect((await upload('en', 10)).code).toBe(200);
});

it('of several files no draft stays where one finds no room', async ({ skip }) => {
  if (!(await disk())) return skip('no file system may be mounted here');
  expect((await upload('en', 1000, 20_000_000)).code).toBe(503);
  expect((await kept()).filter((name) => name.startsWith('draft'))).toEqual([]);
});

it('a folder that nobody may write into is told', async ({ skip }) => {
  const small = await disk();
  if (!small) return skip('no file system may be mounted here');
  small.readOnly(true);
  expect(await upload('en', 3_000_000)).toMatchObject({
    code: 503,
    message: expect.stringContaining('may not write into its data folder') as string,
  });
  small.readOnly(false);
  expect((await upload('en', 10)).code).toBe(200);
});

it('a folder that cannot be is told', async () => {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'a file stands in the way');
  expect(await upload('zh', 10)).toMatchObject({
    code: 503,
    message: expect.stringContaining('数据文件夹') as string,
  });
  await rm(folder);
  expect((await upload('en', 10)).code).toBe(200);
});

it('a file whose content is gone is told when it is asked for', async () => {
  const form = { name: 'gone.txt', content: Buffer.from('soon gone') };
  const operator = await product.operator();
  const { data } = await operator.upload<{ id: number }>(
    '/api/sys/fileRecord/add',
    { fileType: 'document' },
    form,
  );
  expect(data.id).toBeGreaterThan(0);
  await rm(folder, { recursive: true, force: true });
  const { body } = await operator.download('/api/sys/fileRecord/download', { id: data.id });
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({
    code: 404,
    message: expect.stringContaining('content of the file is missing on the server') as string,
  });
});

it('what a killed upload left is cleared, what is being uploaded is not', async () => {
  const files = openFileStore(folder);
  await mkdir(join(folder, 'ab'), { recursive: true });
  for (const name of ['draft-old', 'draft-now', 'ab/draft-not-one'])
    await writeFile(join(folder, name), 'half');
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await utimes(join(folder, 'draft-old'), anHourAgo, anHourAgo);
  expect(await files.clearDrafts(3_600_000)).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['ab', 'draft-now']);
  expect(await files.clearDrafts(0)).toBe(1);
  expect(await kept()).toEqual(['ab', 'ab/draft-not-one']);
  expect(await openFileStore(join(folder, 'nowhere')).clearDrafts(0)).toBe(0);
});

it('of an upload that is refused nothing stays, and the same content of another does', async () => {
  const operator = await product.operator();
  const send = (path: string, name: string, content: Buffer) =>
    operator.upload<{ id: number }>(path, {}, { name, content });
  const [add, download] = ['/api/sys/fileRecord/add', '/api/sys/fileRecord/download'];
  const plan = Buffer.from('a plan that two send');
  const { data } = await send(add, 'plan.txt', plan);
  const before = (await kept()).sort();
  const noise = randomBytes(2_000_000);
  for (const [path, name, content] of [
    ['/api/sys/icon/upload', 'me.png', noise],
    [add, 'plan.exe', noise],
    [add, 'plan.pdf', plan],
    // Its title is missing.
    ['/api/sys/help/addDocument', 'plan.txt', Buffer.from('a manual')],
  ] as const)
    expect(await send(path, name, content), path).toMatchObject({ code: 400 });
  expect((await kept()).sort()).toEqual(before);
  expect((await operator.download(download, { id: data.id })).body).toEqual(plan);
  const twice = Buffer.from('sent twice at once');
  const both = await Promise.all(['new.txt', 'new.exe'].map((name) => send(add, name, twice)));
  expect(both.map(({ code }) => code)).toEqual([200, 400]);
  expect((await operator.download(download, { id: both[0]?.data.id })).body).toEqual(twice);
});

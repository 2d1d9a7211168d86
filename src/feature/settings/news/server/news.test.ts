import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#contract/envelope.ts';
import { buildEnterprise, unique } from '#test/build.ts';
import type { Enterprise } from '#test/build.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';

let product: Product;
let operator: Client;
let mine: Enterprise;
let theirs: Enterprise;
beforeAll(async () => {
  product = await startProduct();
  operator = await product.operator();
  mine = await buildEnterprise(product);
  theirs = await buildEnterprise(product);
});
afterAll(() => product.close());

interface Item {
  readonly id: number;
  readonly title: string;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const titlesFor = async (client: Client): Promise<string[]> =>
  ok(await client.get<Page<Item>>('/api/hxyUser/userNews/getByNewsType', { pageSize: 100 })).list.map(
    (one) => one.title,
  );
const write = async (row: Readonly<Record<string, unknown>>): Promise<Item> =>
  ok(await operator.post<Item>('/api/service/news/add', { newsType: 'notice', info: '<p>Text</p>', ...row }));

describe('news', () => {
  it('are read by whom they are for, once they are out, and by nobody after', async () => {
    const [forAll, forMe, draft, later] = [unique('all'), unique('me'), unique('draft'), unique('later')];
    const { id } = await write({ title: forAll, state: '1' });
    await write({ title: forMe, state: '1', consumerIdList: [mine.consumerId] });
    await write({ title: draft });
    await write({ title: later, state: '1', publishTime: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await titlesFor(mine.client)).toSorted()).toEqual([forAll, forMe].toSorted());
    expect(await titlesFor(theirs.client)).toEqual([forAll]);
    expect((await titlesFor(operator)).toSorted()).toEqual([forAll, forMe].toSorted());
    ok(await operator.post('/api/service/news/editNoFiles', { id, state: '2' }));
    expect(await titlesFor(theirs.client)).toEqual([]);
    expect((await theirs.client.get('/api/hxyUser/userNews/get', { id })).code).toBe(404);
  });

  it('tell who wrote them in the language of who reads, as long as the account bears that name', async () => {
    const { id } = await write({ title: unique('signed'), state: '1' });
    const readers = [mine.client, mine.client.in('zh')];
    const authors = (): Promise<unknown[]> =>
      Promise.all(
        readers.map(
          async (reader) =>
            ok(await reader.get<{ authorName: string }>('/api/hxyUser/userNews/get', { id })).authorName,
        ),
      );
    const rename = (name: string): Promise<unknown> =>
      product.database.pool.query(
        `update org_employee set name = $1, name_en = 'Platform operator' where user_name = 'operator'`,
        [name],
      );
    const { rows } = await product.database.pool.query<{ name: string }>(
      `select name from org_employee where user_name = 'operator'`,
    );
    const written = rows[0]?.name ?? '';
    await rename(written);
    expect(await authors()).toEqual(['Platform operator', written]);
    const row = ok(await operator.get<Record<string, unknown>>('/api/service/news/get', { id }));
    expect(row).toMatchObject({ authorName: written, authorNameEn: 'Platform operator' });
    await rename(unique('other'));
    expect(await authors()).toEqual([written, written]);
    await rename(written);
  });

  it('pinned ones come first; the newest and one kind are asked for alone', async () => {
    const pinned = unique('pinned');
    await write({ title: pinned, state: '1', top: true, newsType: 'guide' });
    await write({ title: unique('after'), state: '1' });
    expect((await titlesFor(mine.client))[0]).toBe(pinned);
    const guides = ok(
      await mine.client.get<Page<Item>>('/api/hxyUser/userNews/getNewsDataTableByCode', { code: 'guide' }),
    );
    expect(guides.list.map((one) => one.title)).toEqual([pinned]);
    expect(ok(await mine.client.get<Item[]>('/api/hxyUser/userNews/getNew', { limit: 1 }))).toHaveLength(1);
  });

  it('are stored without anything that could run, through every call that writes them', async () => {
    const bad = '<p onclick="alert(1)">Hi<script>alert(2)</script><img src=x onerror=alert(3)></p>';
    const { id } = await write({ title: '<script>alert(0)</script>', info: bad, state: '1' });
    const read = async () =>
      ok(await mine.client.get<{ info: string; title: string }>('/api/hxyUser/userNews/get', { id }));
    expect(await read()).toMatchObject({ info: '<p>Hi</p>', title: '<script>alert(0)</script>' });
    ok(await operator.post('/api/service/news/editfield', { id, fieldName: 'info', fieldValue: bad }));
    expect((await read()).info).toBe('<p>Hi</p>');
    ok(await operator.post('/api/service/news/edit', { id, info: bad }));
    expect((await read()).info).toBe('<p>Hi</p>');
    const sheet = {
      name: 'n.csv',
      content: Buffer.from(`标题,正文\n"<script>alert(0)</script>","${bad.replaceAll('"', '""')}"\n`),
    };
    ok(await operator.upload('/api/service/news/importFile', {}, sheet));
    expect((await read()).info).toBe('<p>Hi</p>');
    // A text of nothing but a script is no text.
    expect(
      await operator.post('/api/service/news/edit', { id, info: '<script>alert(1)</script>' }),
    ).toMatchObject({ code: 400, field: 'info' });
  });

  it('refuse a kind that the dictionary has not, and what comes with no title', async () => {
    expect(
      await operator.post('/api/service/news/add', { title: 'x', info: 'x', newsType: 'gossip' }),
    ).toMatchObject({ code: 400, field: 'newsType' });
    expect(await operator.post('/api/service/news/add', { info: 'x' })).toMatchObject({ field: 'title' });
  });

  it('carry attachments that only their readers get', async () => {
    const row = ok(
      await operator.upload<Item>(
        '/api/service/news/add',
        {
          title: unique(),
          newsType: 'notice',
          info: '<p>x</p>',
          state: '1',
          consumerIdList: mine.consumerId,
        },
        { name: '../../plan.png', content: PNG },
      ),
    );
    const news = ok(
      await mine.client.get<{ files: { id: number; fileName: string }[] }>('/api/hxyUser/userNews/get', {
        id: row.id,
      }),
    );
    expect(news.files).toEqual([expect.objectContaining({ fileName: 'plan.png', mimeType: 'image/png' })]);
    const fileId = news.files[0]?.id;
    const at = '/api/hxyUser/userNews/download';
    const got = await mine.client.download(at, { id: row.id, fileId });
    expect(got.body.equals(PNG)).toBe(true);
    const refused = await theirs.client.download(at, { id: row.id, fileId });
    expect(refused.type).toContain('application/json');
    expect((await operator.post('/api/sys/fileRecord/del', { id: fileId })).code).toBe(409);
    // Another edit keeps them; taken out, they can go.
    ok(await operator.post('/api/service/news/edit', { id: row.id, title: unique() }));
    const more = { name: 'more.png', content: PNG };
    ok(await operator.upload('/api/service/news/edit', { id: row.id }, more));
    ok(await operator.post('/api/service/news/editNoFiles', { id: row.id, title: unique() }));
    const { files } = ok(
      await mine.client.get<{ files: { fileName: string }[] }>('/api/hxyUser/userNews/get', { id: row.id }),
    );
    expect(files.map((file) => file.fileName)).toEqual(['plan.png', 'more.png']);
    ok(await operator.post('/api/service/news/edit', { id: row.id, fileIdList: '' }));
    ok(await operator.post('/api/sys/fileRecord/del', { id: fileId }));
  });
});

describe('files', () => {
  const send = (
    client: Client,
    name: string,
    content: Buffer,
    params: Readonly<Record<string, unknown>> = {},
  ) =>
    client.upload<{ id: number; fileName: string; mimeType: string; consumerId: number | null }>(
      '/api/sys/fileRecord/add',
      params,
      { name, content },
    );

  it('are known by their content, not by what they are called', async () => {
    const kept = ok(await send(mine.client, 'a.png', PNG));
    expect(kept).toMatchObject({ mimeType: 'image/png', consumerId: mine.consumerId });
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    for (const [name, content] of [
      ['a.png', html],
      ['a.html', html],
      ['a.svg', Buffer.from('<svg onload="alert(1)"/>')],
      ['a.exe', Buffer.from('MZ')],
      ['a.pdf', PNG],
      ['a.txt', PNG],
      ['a.xlsx', Buffer.from('PK not a zip')],
      ['a.png', Buffer.alloc(0)],
      ['noending', PNG],
    ] as const)
      expect(await send(mine.client, name, content), name).toMatchObject({ code: 400, field: 'upFile' });
  });

  it('lose in their names what leads elsewhere or hides what they are', async () => {
    const names: readonly (readonly [string, string])[] = [
      ['..\\..\\up.txt', 'up.txt'],
      ['report\u202Egpj.txt', 'reportgpj.txt'],
      ['nul.txt', 'file-nul.txt'],
      ['<b>bold<b>.txt', '_b_bold_b_.txt'],
    ];
    for (const [given, kept] of names)
      expect(ok(await send(mine.client, given, Buffer.from('words')))).toMatchObject({ fileName: kept });
  });

  it('come back under their own type, to be saved, never to be shown', async () => {
    const { id } = ok(await send(mine.client, 'note.txt', Buffer.from('<script>alert(1)</script>')));
    const reply = await product.app.inject({
      method: 'GET',
      url: `/api/sys/fileRecord/download?id=${id}`,
      headers: { cookie: await cookieOf(mine) },
    });
    expect(reply.headers['content-type']).toMatch(/^text\/plain/);
    expect(reply.headers['content-disposition']).toMatch(/^attachment/);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });

  it('of another enterprise are out of reach, and none is put into it', async () => {
    const { id } = ok(await send(theirs.client, 'a.png', PNG));
    expect((await mine.client.download('/api/sys/fileRecord/download', { id })).type).toContain('json');
    expect((await mine.client.get('/api/sys/fileRecord/get', { id })).code).toBe(404);
    expect((await send(mine.client, 'a.png', PNG, { consumerId: theirs.consumerId })).code).toBe(403);
    expect((await send(mine.client, 'a.png', PNG, { orgId: theirs.consumerId })).code).toBe(403);
  });

  it('that unpack to far more than they are are refused before anything looks into them', async () => {
    const bomb = zipOf('xl/worksheets/sheet1.xml', deflateRawSync(Buffer.alloc(200_000_000)), 200_000_000);
    expect(await send(mine.client, 'bomb.xlsx', bomb)).toMatchObject({ code: 400 });
    expect(await send(mine.client, 'bomb.zip', bomb)).toMatchObject({ code: 400 });
  });
});

describe('pictures of an enterprise', () => {
  it('are kept with it, shown to its accounts alone, and only pictures are taken', async () => {
    const form = new FormData();
    form.append('id', String(mine.consumerId));
    form.append('logo', new Blob([new Uint8Array(PNG)]), 'logo.png');
    const headers = { cookie: await cookieOf(await asOperator()), 'x-meterhouse': '1' };
    const reply = await product.app.inject({
      method: 'POST',
      url: '/api/sys/consumer/edit',
      headers,
      payload: form,
    });
    expect(reply.json()).toMatchObject({ code: 200, data: { logo: expect.stringContaining('/picture?') } });
    const at = '/api/sys/consumer/picture';
    const params = { orgId: mine.consumerId, kind: 'logo' };
    expect((await mine.client.download(at, params)).type).toBe('image/png');
    expect((await theirs.client.download(at, params)).type).toContain('json');
    // The header of its accounts shows it.
    const { consumers } = ok(
      await mine.client.get<{ consumers: { imgPath: string }[] }>('/api/sys/getUserInfo'),
    );
    expect(consumers[0]?.imgPath).toContain(`orgId=${mine.consumerId}&kind=logo`);
    const wrong = new FormData();
    wrong.append('id', String(mine.consumerId));
    wrong.append('icon', new Blob(['text']), 'icon.txt');
    const refused = await product.app.inject({
      method: 'POST',
      url: '/api/sys/consumer/edit',
      headers,
      payload: wrong,
    });
    expect(refused.json()).toMatchObject({ code: 400, field: 'icon' });
    const info = ok(
      await operator.get<{ energyConfigs: object[] }>('/api/sys/consumer/getConsumerInfo', {
        orgId: mine.consumerId,
      }),
    );
    expect(info.energyConfigs).toEqual([]);
  });
});

interface Person {
  readonly userName: string;
  readonly password?: string;
}

const asOperator = async (): Promise<Person> => ({ userName: 'operator', password: 'an operator of tests' });

async function cookieOf({ userName, password = 'a password of tests' }: Person): Promise<string> {
  const reply = await product.app.inject({
    method: 'POST',
    url: '/api/sys/login',
    headers: { 'x-meterhouse': '1' },
    payload: { userName, password },
  });
  const [cookie] = reply.cookies;
  return `${cookie?.name}=${cookie?.value}`;
}

/** A packed file of one part that states its sizes. */
function zipOf(name: string, packed: Buffer, unpacked: number): Buffer {
  const fields = (offset: number, signature: number, rest: Buffer): Buffer => {
    const head = Buffer.alloc(offset);
    head.writeUInt32LE(signature, 0);
    rest.copy(head, offset - rest.length);
    return head;
  };
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(unpacked, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([fields(30, 0x04034b50, common), Buffer.from(name), packed]);
  const directory = Buffer.alloc(46);
  directory.writeUInt32LE(0x02014b50, 0);
  common.copy(directory, 6, 0, 24);
  const central = Buffer.concat([directory, Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

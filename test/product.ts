import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Envelope } from '#contract/envelope.ts';
import type { Language } from '#contract/text.ts';
import { buildApp } from '#server/app.ts';
import { silent } from '#server/database/log.ts';
import { openFileStore } from '#server/files.ts';
import { openJobs } from '#server/jobs.ts';
import { openLog } from '#server/log.ts';
import type { Services } from '#server/route.ts';
import { OPERATOR_PASSWORD, testConfig } from './config.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';

type Params = Readonly<Record<string, unknown>>;
type Reply = Envelope<never> & { readonly data: unknown };

/** A browser's side of the calls: one session, one language. */
export interface Client {
  get<T = unknown>(path: string, params?: Params): Promise<Envelope<T>>;
  post<T = unknown>(path: string, params?: Params): Promise<Envelope<T>>;
  upload<T = unknown>(
    path: string,
    params: Params,
    file: { name: string; content: Buffer },
  ): Promise<Envelope<T>>;
  download(path: string, params?: Params): Promise<{ type: string; body: Buffer }>;
  /** The same session in another language. */
  in(language: Language): Client;
}

/** The whole server on a database of its own, without a port. */
export interface Product {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly database: TestDatabase;
  /** A client without a session. */
  readonly anonymous: Client;
  /** Logs in. */
  login(userName: string, password: string): Promise<Client>;
  /** A client with a token in place of a session's. */
  withToken(token: string): Client;
  /** The operator's client. */
  operator(): Promise<Client>;
  close(): Promise<void>;
}

/** Starts the server of a test; `settings` are further ones, as the environment gives them. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const database = await createTestDatabase('product');
  const dataDir = await mkdtemp(join(tmpdir(), 'meterhouse-test-'));
  const config = testConfig(dataDir, settings);
  const jobs = await openJobs(database.pool, { worker: false, log: silent });
  const services: Services = {
    system: database.db,
    pool: database.pool,
    db: database.app,
    config,
    files: openFileStore(join(dataDir, 'files')),
    jobs,
    log: openLog('error'),
  };
  const app = await buildApp(services);
  const login = async (userName: string, password: string): Promise<Client> => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/sys/login',
      headers: { 'x-meterhouse': '1' },
      payload: { userName, password },
    });
    const cookie = reply.cookies[0];
    if (!cookie) throw new Error(`log-in failed: ${reply.body}`);
    return client(app, `${cookie.name}=${cookie.value}`, 'en');
  };
  let operator: Promise<Client> | undefined;
  return {
    app,
    services,
    database,
    anonymous: client(app, undefined, 'en'),
    login,
    withToken: (token) => client(app, `meterhouse_session=${token}`, 'en'),
    operator: () => (operator ??= login('operator', OPERATOR_PASSWORD)),
    async close() {
      await app.close();
      await jobs.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function client(app: FastifyInstance, cookie: string | undefined, language: Language): Client {
  const headers = { 'x-meterhouse': '1', 'accept-language': language, ...(cookie ? { cookie } : {}) };
  const send = async <T>(options: InjectOptions) => {
    const reply = await app.inject({ headers, ...options });
    return reply.json<Reply>() as Envelope<T>;
  };
  const query = (params: Params): Record<string, string> =>
    Object.fromEntries(
      Object.entries(params).map(([k, v]) => [k, typeof v === 'object' ? JSON.stringify(v) : String(v)]),
    );
  return {
    get: (url, params = {}) => send({ method: 'GET', url, query: query(params) }),
    post: (url, params = {}) => send({ method: 'POST', url, payload: params }),
    upload: async (url, params, file) => {
      const form = new FormData();
      for (const [k, v] of Object.entries(query(params))) form.append(k, v);
      form.append('upFile', new Blob([new Uint8Array(file.content)]), file.name);
      return send({ method: 'POST', url, payload: form });
    },
    download: async (url, params = {}) => {
      const reply = await app.inject({ method: 'GET', url, headers, query: query(params) });
      return { type: String(reply.headers['content-type']), body: reply.rawPayload };
    },
    in: (other) => client(app, cookie, other),
  };
}

/** The data of a reply that must be a success. */
export function ok<T>(reply: Envelope<T>): T {
  if (reply.code !== 200) throw new Error(`code ${reply.code}: ${reply.message}`);
  return reply.data;
}

import { Agent, request } from 'node:http';

/** A person's or a gateway's side of the calls over kept-alive connections, without a browser's overhead. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #base: URL;
  #headers: Readonly<Record<string, string>> = { 'x-meterhouse': '1', 'accept-language': 'en' };

  constructor(baseUrl: string) {
    this.#base = new URL(baseUrl);
  }

  /** Logs in and keeps the session. */
  async login(userName: string, password: string): Promise<void> {
    const { cookies } = await this.#send('POST', '/api/sys/login', JSON.stringify({ userName, password }));
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    this.#headers = { ...this.#headers, cookie };
  }

  /** The session as `name=value`; empty before a log-in. */
  get cookie(): string {
    return this.#headers['cookie'] ?? '';
  }

  /** Speaks as a gateway from now on. */
  bearer(token: string): void {
    this.#headers = { authorization: `Bearer ${token}` };
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#send('GET', path)).data as T;
  }

  /** `body` is JSON text, or a value to be written as JSON. */
  async post<T>(path: string, body: unknown): Promise<T> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await this.#send('POST', path, text)).data as T;
  }

  /** A form with a file as `upFile`. */
  async upload<T>(
    path: string,
    fields: Readonly<Record<string, string | number>>,
    file: Buffer,
    name = 'list.csv',
  ): Promise<T> {
    const edge = '----meterhouse-bench';
    const part = (head: string) => `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}${value}\r\n`);
    const head = `${texts.join('')}${part(`name="upFile"; filename="${name}"`)}`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${edge}--\r\n`)]);
    return (await this.#send('POST', path, body, `multipart/form-data; boundary=${edge}`)).data as T;
  }

  /** The body of a page outside the envelope. */
  text(path: string): Promise<string> {
    return this.bytes(path).then((body) => body.toString());
  }

  /** A file. */
  bytes(path: string): Promise<Buffer> {
    return this.#raw('GET', path).then(({ body }) => body);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    method: string,
    path: string,
    content?: string | Buffer,
    type?: string,
  ): Promise<{ data: unknown; cookies: string[] }> {
    const { body, cookies } = await this.#raw(method, path, content, type);
    const reply = JSON.parse(body.toString()) as { code: number; message: string; data: unknown };
    if (reply.code !== 200) throw new Error(`${path}: ${reply.code} ${reply.message}`);
    return { data: reply.data, cookies };
  }

  #raw(
    method: string,
    path: string,
    content?: string | Buffer,
    type = 'application/json',
  ): Promise<{ body: Buffer; cookies: string[] }> {
    return new Promise((done, fail) => {
      const headers = {
        ...this.#headers,
        ...(content === undefined
          ? {}
          : { 'content-type': type, 'content-length': Buffer.byteLength(content) }),
      };
      const call = request(new URL(path, this.#base), { method, headers, agent: this.#agent }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('error', fail);
        reply.on('end', () =>
          done({ body: Buffer.concat(chunks), cookies: reply.headers['set-cookie'] ?? [] }),
        );
      });
      call.on('error', fail);
      call.end(content);
    });
  }
}

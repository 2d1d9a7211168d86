/** A reply of the product that is not a success. */
export class Refused extends Error {
  readonly code: number;
  constructor(call: string, code: number, message: string) {
    super(`${call}: ${code} ${message}`);
    this.code = code;
  }
}

interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

/** Speaks to the product as a browser does: session cookie, header, envelope. */
export class Client {
  readonly baseUrl: string;
  readonly #language: 'zh' | 'en';
  #cookie: string;

  /**
   * @param language in which the product answers, and words what it adds by itself
   * @param cookie of a session that is open
   */
  constructor(baseUrl: string, language: 'zh' | 'en' = 'en', cookie = '') {
    this.baseUrl = baseUrl;
    this.#language = language;
    this.#cookie = cookie;
  }

  /** @throws Refused */
  async login(userName: string, password: string): Promise<void> {
    const response = await this.#send('/api/sys/login', { userName, password });
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    await read('/api/sys/login', response);
  }

  /** @throws Refused */
  async get<T>(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<T> {
    const search = Object.entries(query)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&');
    const response = await fetch(`${this.baseUrl}${path}?${search}`, { headers: this.#headers() });
    return (await read(path, response)) as T;
  }

  /** @throws Refused */
  async post<T>(path: string, body: Readonly<Record<string, unknown>>): Promise<T> {
    return (await read(path, await this.#send(path, body))) as T;
  }

  /** A form with one file. @throws Refused */
  async upload<T>(path: string, form: FormData): Promise<T> {
    const response = await fetch(this.baseUrl + path, {
      method: 'POST',
      headers: this.#headers(),
      body: form,
    });
    return (await read(path, response)) as T;
  }

  #send(path: string, body: Readonly<Record<string, unknown>>): Promise<Response> {
    return fetch(this.baseUrl + path, {
      method: 'POST',
      headers: { ...this.#headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  #headers(): Record<string, string> {
    return { 'x-meterhouse': '1', 'accept-language': this.#language, cookie: this.#cookie };
  }
}

async function read(call: string, response: Response, good: readonly number[] = [200]): Promise<unknown> {
  const { code, message, data } = (await response.json()) as Envelope;
  if (!good.includes(code)) throw new Refused(call, code, message);
  return data;
}

/** What a gateway sends: readings by the name of the meter. */
export type Telemetry = Record<
  string,
  { ts: number; values: Readonly<Record<string, number | string | boolean>> }[]
>;

/** What a gateway need not send again, though none of it may count. */
const TAKEN = [200, 202, 422];

/** Sends as a gateway does; resolves when the readings are stored. @throws Refused */
export async function sendTelemetry(baseUrl: string, token: string, telemetry: Telemetry): Promise<unknown> {
  const response = await fetch(`${baseUrl}/api/ingest/telemetry`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(telemetry),
  });
  return read('/api/ingest/telemetry', response, TAKEN);
}

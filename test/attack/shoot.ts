import { Agent, request } from 'node:http';
import type { Shot } from './calls.ts';

/** What came back of a request; status 0 = the connection was cut. */
export interface Hit {
  readonly status: number;
  /** The code of the envelope; null where the answer is none. */
  readonly code: number | null;
  readonly milliseconds: number;
  readonly text: string;
  readonly cookie: string | undefined;
}

const LONGEST_MS = 30_000;
const MOST_TEXT = 4000;

/** A sender of raw requests over kept connections. */
export class Shooter {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });
  readonly #base: URL;

  constructor(base: string) {
    this.#base = new URL(base);
  }

  send({ method, path, headers, body }: Omit<Shot, 'route'>): Promise<Hit> {
    const begun = performance.now();
    return new Promise((resolve) => {
      const done = (status: number, text: string, cookie?: string): void =>
        resolve({ status, code: codeOf(text), milliseconds: performance.now() - begun, text, cookie });
      const call = request(this.#base, { agent: this.#agent, method, path, headers, timeout: LONGEST_MS }, (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => {
          if (text.length < MOST_TEXT) text += chunk.toString('utf8');
        });
        reply.on('end', () => done(reply.statusCode ?? 0, text, reply.headers['set-cookie']?.[0]?.split(';')[0]));
        reply.on('error', () => done(0, text));
      });
      call.on('timeout', () => call.destroy());
      call.on('error', (error) => done(0, String(error)));
      call.end(body);
    });
  } // prettier-ignore

  close(): void {
    this.#agent.destroy();
  }
}

function codeOf(text: string): number | null {
  return Number(/^\{"code":(\d{3})\b/.exec(text)?.[1] ?? NaN) || null;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope } from '#contract/envelope.ts';
import { operatorCookie } from '#test/running.ts';

/** How people at the pages were answered. */
export interface Answers {
  /** Calls by the code of their answer; 0 = there was none, as nobody listened. */
  readonly codes: Map<number, number>;
  /** Answers that are neither a success nor a proper "come again". */
  readonly wrong: Set<string>;
  /** Numbers of the suppliers whose addition was confirmed. */
  readonly added: Set<string>;
}

export const newAnswers = (): Answers => ({ codes: new Map(), wrong: new Set(), added: new Set() });

/** Where suppliers are added and everything is read. */
export interface Works {
  readonly baseUrl: string;
  readonly consumerId: number;
}

const READS = ['/api/archive/ammeter/getall', '/api/archive/gateway/getall', '/api/sys/getUserInfo'] as const;

/** `n` people read and add suppliers until the signal, in both languages; what they are told goes into `answers`. */
export async function callAll(works: Works, n: number, answers: Answers, signal: AbortSignal): Promise<void> {
  let cookie = '';
  while (cookie === '' && !signal.aborted)
    cookie = await operatorCookie(works.baseUrl).catch(() => sleep(100).then(() => ''));
  const person = async (index: number): Promise<void> => {
    for (let k = 0; !signal.aborted; k++) {
      const language = (index + k) % 2 === 0 ? 'zh' : 'en';
      const supplierCode = `S${process.hrtime.bigint()}`;
      const read = READS[k % 4];
      const code = await tell(answers, () =>
        fetch(`${works.baseUrl}${read ?? '/api/archive/supplier/add'}`, {
          method: read ? 'GET' : 'POST',
          headers: {
            cookie,
            'x-meterhouse': '1',
            'accept-language': language,
            ...(read ? {} : { 'content-type': 'application/json' }),
          },
          ...(read
            ? {}
            : {
                body: JSON.stringify({
                  supplierName: supplierCode,
                  supplierCode,
                  consumerId: works.consumerId,
                }),
              }),
          signal,
        }),
      );
      if (!read && code === 200) answers.added.add(supplierCode);
      await sleep(code === 200 ? 5 : 50);
    }
  };
  await Promise.all(Array.from({ length: n }, (_, i) => person(i)));
}

async function tell({ codes, wrong }: Answers, call: () => Promise<Response>): Promise<number> {
  let code = 0;
  try {
    const reply = await call();
    const { code: told, message } = (await reply.json()) as Envelope<unknown>;
    code = told;
    const again = told === 503 && reply.status === 503 && Number(reply.headers.get('retry-after')) > 0;
    if (told !== 200 && !(again && /数据库|database/.test(message)))
      wrong.add(`${reply.url}: HTTP ${reply.status}, code ${told}: ${message}`);
  } catch {
    // Nobody listens, or the test is over.
  }
  codes.set(code, (codes.get(code) ?? 0) + 1);
  return code;
}

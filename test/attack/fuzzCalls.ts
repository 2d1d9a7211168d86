import { ENDS_ITSELF, type Route, routesOf, type Shot, shotOf } from './calls.ts';
import { chanceOf } from './chance.ts';
import { type Hit, Shooter } from './shoot.ts';

export interface Account {
  readonly userName: string;
  readonly password: string;
}

export interface CallAttack {
  readonly base: string;
  readonly seed: number;
  readonly slowMs: number;
  readonly calls: number;
  readonly atOnce: number;
  readonly operator: Account;
  readonly accounts: readonly Account[];
  /** Part of the path of the calls that are meant; default all. */
  readonly only?: string | undefined;
  readonly say: (line: string) => void;
}

const INGEST = '/api/ingest/telemetry';
const PLAIN = { 'x-meterhouse': '1', 'accept-language': 'en' };

/** Who asks: a session that is made again when a call ended it; none = a stranger. */
class Person {
  readonly #shooter: Shooter;
  readonly #account: Account | null;
  #cookie: string | undefined;

  constructor(shooter: Shooter, account: Account | null) {
    this.#shooter = shooter;
    this.#account = account;
  }

  get name(): string {
    return this.#account?.userName ?? 'nobody';
  }

  async headers(): Promise<Record<string, string>> {
    if (this.#account && this.#cookie === undefined) await this.#login(this.#account);
    return this.#cookie === undefined ? PLAIN : { ...PLAIN, cookie: this.#cookie };
  }

  /** The session is over. */
  over(): void {
    this.#cookie = undefined;
  }

  async #login(account: Account): Promise<void> {
    const headers = { ...PLAIN, 'content-type': 'application/json' };
    const body = Buffer.from(JSON.stringify(account));
    const login = () => this.#shooter.send({ method: 'POST', path: '/api/sys/login', headers, body });
    let hit = await login();
    // A kept connection that the call before it broke is cut; the next is new.
    for (let i = 0; i < 3 && hit.status === 0; i++) hit = await login();
    const { code, cookie, text } = hit;
    if (code !== 200 || cookie === undefined) throw new Error(`${account.userName} cannot log in: ${text.slice(0, 200)}`);
    this.#cookie = cookie;
  } // prettier-ignore
}

/** Whether the product answers on a connection of its own. */
const lives = (base: string): Promise<boolean> =>
  fetch(`${base}/healthz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Sends fuzzed calls over every route. @returns a line for each fault */
export async function fuzzCalls(attack: CallAttack): Promise<string[]> {
  const { base, seed, slowMs, calls, atOnce, only, say } = attack;
  const chance = chanceOf(seed);
  const shooter = new Shooter(base);
  const all = routesOf((await (await fetch(`${base}/openapi.json`)).json()) as never);
  const routes = all.filter(({ path }) => only === undefined || path.includes(only));
  if (routes.length === 0) throw new Error(`${base}/openapi.json tells no calls.`);
  const stranger = new Person(shooter, null);
  const people = [attack.operator, attack.operator, ...attack.accounts].map((one) => new Person(shooter, one)).concat(stranger);
  const faults: string[] = [];
  const took: { milliseconds: number; path: string }[] = [];
  let [sent, cut] = [0, 0];

  const judge = (shot: Shot, person: Person, hit: Hit): void => {
    const where = `${shot.method} ${shot.route.path} as ${person.name}`;
    const what = `${shot.path.slice(0, 300)} ${JSON.stringify(shot.headers)} ${shot.body?.toString('utf8').slice(0, 300) ?? ''}`;
    if (hit.code === 901 || hit.code === 423) person.over();
    if (hit.status >= 500 || (hit.code !== null && hit.code >= 500 && hit.code < 600))
      faults.push(`5xx ${hit.status}/${hit.code} ${where}\n    ${what}\n    ${hit.text.slice(0, 200)}`);
    if (hit.milliseconds > slowMs) faults.push(`slow ${Math.round(hit.milliseconds)} ms ${where}\n    ${what}`);
    if (hit.status === 0) cut++;
    took.push({ milliseconds: hit.milliseconds, path: shot.route.path });
  };
  const one = async (): Promise<void> => {
    const route = routes[sent % routes.length] as Route;
    const turn = people[Math.floor(sent / routes.length + sent) % people.length] as Person;
    const person = ENDS_ITSELF.test(route.path) ? stranger : turn;
    sent++;
    const shot = shotOf(chance, route);
    const own = await person.headers();
    // Headers of the door of gateways and odd ones stand in place of one's own.
    const headers = { ...(route.path === INGEST ? PLAIN : own), ...shot.headers };
    judge(shot, person, await shooter.send({ ...shot, headers }));
    if (sent % 1000 === 0) say(`${sent} calls, ${faults.length} faults`);
    if (sent % 200 === 0 && !(await lives(base)))
      faults.push(`crash: /healthz does not answer after ${shot.method} ${shot.path}`);
  }; // prettier-ignore
  await Promise.all(
    Array.from({ length: Math.max(1, atOnce) }, async () => {
      while (sent < calls && !faults.some((fault) => fault.startsWith('crash'))) await one();
    }),
  );
  shooter.close();
  took.sort((a, b) => a.milliseconds - b.milliseconds);
  const at = (share: number): number => Math.round(took[Math.floor((took.length - 1) * share)]?.milliseconds ?? 0);
  say(
    `${took.length} calls over ${routes.length} routes, ${cut} connections cut; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms; ` +
      `5xx ${faults.filter((one) => one.startsWith('5xx')).length}, slow ${faults.filter((one) => one.startsWith('slow')).length}`,
  );
  return faults;
} // prettier-ignore

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, snake } from '#contract/define.ts';
import type { Resource } from '#contract/define.ts';
import { resourceOf, resources } from '#resource/index.ts';
import { isLimited } from '#feature/settings/account/server/limitRule.ts';
import { aimedAt, ask, named } from '#test/aim.ts';
import { add, keepPassword, PASSWORD, unique } from '#test/build.ts';
import { placeRows } from '#test/build/placeRow.ts';
import { storeTelltale, TELLTALE } from '#test/build/telltale.ts';
import { buildTwoSites } from '#test/build/twoSites.ts';
import type { TwoSites } from '#test/build/twoSites.ts';
import { ok, startProduct } from '#test/product.ts';
import type { Client, Product } from '#test/product.ts';
import { type WholeEnterprise, buildWholeEnterprise, sampleRow } from '#test/build/whole.ts';
import { allRoutes } from './app.ts';
import { PUBLIC } from './route.ts';
import type { Route } from './route.ts';

// Every name at the first site holds the one word, every name of its enterprise one of both, and its meter has figures
// that no other has: whatever shows them has leaked.
const SITE = unique('SITESECRET');
const HOUSE = unique('HOUSESECRET');
/** What a display board is made to show has names of its own. */
const SHOWN = unique('SHOWNBYBOARD');
/** Calls that the link of a display board opens; everything else is refused to it. */
const OF_A_BOARD: readonly string[] = ['/api/sys/displayBoard/show', '/api/sys/displayBoard/showPicture'];

/** Who asks every call. */
const STRANGERS = ['none', 'locked', 'no role', 'limited', 'other enterprise', 'board', 'expired'] as const;
type Stranger = (typeof STRANGERS)[number];
/** What became of a call; `its own`: a board was shown what its link is for. */
type Verdict = 'refused' | 'nothing of it' | 'its own' | 'open';

let product: Product;
let sites: TwoSites;
let target: WholeEnterprise;
let other: WholeEnterprise;
const clients = new Map<Stranger, Client>();
/** A row at the first site, or of its enterprise, for every resource of enterprises. */
const rows = new Map<string, number>();
/** What became of each call in the hands of each stranger. */
const table = new Map<string, Map<Stranger, Verdict>>();
/** The links of a board of the enterprise and of one of another. */
let links: { readonly own: string; readonly foreign: string };

const written = resources.filter((one) => one.scope !== null && !one.readOnly);
/** Whether a row of it names the place by a field that a person fills in. */
const namesPlace = (resource: Resource): boolean =>
  isLimited(resource) &&
  !['priceInvoice', 'priceStop'].includes(resource.name) &&
  Object.entries(resource.fields).some(
    ([key, field]) =>
      key !== resource.scope &&
      !field.readOnly &&
      field.refers !== undefined &&
      (field.refers === 'org' || isLimited(resourceOf(field.refers))),
  );
const closed = allRoutes.filter((route) => route.permission !== PUBLIC);

async function account(fields: Readonly<Record<string, unknown>> = {}): Promise<Client> {
  const operator = await product.operator();
  const userName = unique('user').toLowerCase();
  const { consumerId } = target;
  const userId = await add(operator, 'orgEmployee', { userName, name: 'One of many', consumerId, ...fields });
  const secret = { userId, adminPassword: 'an operator of tests', userPassword: PASSWORD };
  ok(await operator.post('/api/sys/orgEmployee/updateEmpPassword', secret));
  await keepPassword(product, userId);
  return product.login(userName, PASSWORD);
}

/** The link of a new display board with an energy and a picture. */
async function linkOf({ consumerId, siteId }: WholeEnterprise): Promise<string> {
  const operator = await product.operator();
  const diagramName = unique(SHOWN);
  const kind = { monitorSysType: '1', panelType: '1' };
  const pictures = await add(operator, 'monitorDiagram', { diagramName, consumerId, siteId, ...kind });
  const shown = { figures: 'day', pictures: String(pictures), expiredTime: '2099-01-01' };
  const board = { boardName: unique(SHOWN), consumerId, ...shown };
  return ok(await operator.post<{ token: string }>('/api/sys/displayBoard/add', board)).token;
}

/** The newest session of the account that logged in last is changed in the database. */
const lastSession = sql`token_hash = (select token_hash from session order by created_at desc limit 1)`;

beforeAll(async () => {
  product = await startProduct();
  const { db } = product.database;
  other = await buildWholeEnterprise(product);
  sites = await buildTwoSites(product, SITE);
  target = sites.first;
  const operator = await product.operator();
  for (const resource of written) {
    const row = sampleRow(resource, target);
    const title = resource.fields[resource.title];
    const mark = namesPlace(resource) ? SITE : HOUSE;
    if (title?.kind === 'text') row[resource.title] = unique(mark).slice(0, Math.min(60, title.max ?? 60));
    rows.set(addressOf(resource), await add(operator, resource.name, row));
  }
  for (const insert of Object.values(placeRows))
    await insert(product, { ...target, within: [target.siteId], mark: SITE }).catch((error: unknown) => {
      if (!/duplicate key/.test(String(error))) throw error;
    });
  await sql`update monitor_site set org_name = ${SITE} where id = ${target.siteId}`.execute(db);
  await sql`update ammeter set ammeter_name = ${SITE} where id = ${target.ammeterId}`.execute(db);
  await storeTelltale(db, target.ammeterId);
  await sql`update org_employee set role_id_list = (select array_agg(id) from org_role where org_limit_list is null)
    where id = ${other.userId}`.execute(db);

  const { rows: strongest } = await sql<{ id: number }>`
    select id from org_role where role_code = 'operator'`.execute(db);
  const strong = { roleIdList: String(strongest[0]?.id) };
  clients.set('none', product.anonymous);
  const locked = await account(strong);
  ok(await locked.post('/api/sys/lock'));
  clients.set('locked', locked);
  const nobody = await account();
  clients.set('no role', nobody);
  clients.set('limited', sites.limited);
  clients.set('other enterprise', other.client);
  links = { own: await linkOf(target), foreign: await linkOf(other) };
  // A screen that shows a board has no session; its token stands in place of one, too.
  clients.set('board', product.withToken(links.own));
  clients.set('expired', await account(strong));
  await sql`update session set expires_at = now() where ${lastSession}`.execute(db);
  // Accounts are kept for a moment.
  await new Promise((resolve) => setTimeout(resolve, 2100));
});
afterAll(() => product.close());

/** What ends a session, the own one too: refused like all others, and not asked in a session that goes on. */
const ENDS_THE_SESSION = /\/(login|logout|lock|session\/end)$/;
const IN_SESSION: readonly Stranger[] = ['no role', 'limited', 'other enterprise'];
const isAsked = (route: Route, who: Stranger): boolean =>
  !(ENDS_THE_SESSION.test(route.path) && (route.permission === PUBLIC || IN_SESSION.includes(who)));

/** Calls that change nothing, as they are refused, are asked several at a time. */
const REFUSED_AT_ONCE = 6;

/** Asks every call and notes what became of it. @returns what no stranger should have got */
async function walk(
  who: Stranger,
  params: (route: Route) => Record<string, unknown>,
  verdict: (route: Route, answer: { code: number; body: string }) => Verdict,
): Promise<string[]> {
  const client = clients.get(who) ?? product.anonymous;
  const open: string[] = [];
  const routes = allRoutes.filter((route) => isAsked(route, who));
  const askNext = async (): Promise<void> => {
    for (let route = routes.shift(); route; route = routes.shift()) {
      const answer = await ask(client, route, params(route));
      const found = answer.code === 500 ? 'open' : verdict(route, answer);
      const notes = table.get(named(route)) ?? new Map<Stranger, Verdict>();
      table.set(named(route), notes.set(who, found));
      if (found === 'open') open.push(`${named(route)}: ${answer.code} ${answer.body.slice(0, 200)}`);
    }
  };
  const lives = IN_SESSION.includes(who);
  await Promise.all(Array.from({ length: lives ? 1 : REFUSED_AT_ONCE }, askNext));
  if (lives) expect((await client.get('/api/sys/getUserInfo')).code, 'its session').toBe(200);
  return open;
}

/** Some of the fifty calls and more that tell figures of a meter. */
const FIGURES = [
  '/api/sdata/dataInterface/getDataList',
  '/api/sdata/correction/getValues',
  '/api/analysis/energy/getData',
  '/api/analysis/load/getCurve',
  '/api/analysis/demand/getData',
  '/api/demand/settlement/getlist',
  '/api/archive/coefficient/getMonthData',
  '/api/archive/monitorSite/getSiteStatistics',
];

const aims = new Map<Route, Record<string, unknown>>();
/** Parameters that point at the first site and its enterprise; all strangers ask with the same. */
function aimed(route: Route): Record<string, unknown> {
  const known = aims.get(route) ?? aimedAt(route, target, rows);
  aims.set(route, known);
  return known;
}

const shows = (body: string, ...marks: readonly string[]) => marks.some((mark) => body.includes(mark));
/** By a name or by a figure. */
const tellsOf = (body: string, ...marks: readonly string[]) => shows(body, ...marks) || TELLTALE.test(body);
/** A call without a session has its own tests; here it must not tell of the enterprise. */
const ofPublic = (body: string) => (tellsOf(body, SITE, HOUSE) ? 'open' : 'nothing of it');

/** Everything of the enterprise that a definition describes, or of the first site alone. */
async function belongings(all: boolean): Promise<unknown> {
  const found: unknown[] = [];
  for (const resource of written.filter((one) => all || namesPlace(one))) {
    const which = all
      ? sql`${sql.ref(resource.scope === 'id' ? 'id' : 'consumer_id')} = ${target.consumerId}`
      : sql`id = ${rows.get(addressOf(resource))}`;
    const { rows: there } = await sql`select * from ${sql.table(snake(resource.name))} where ${which}
      order by id`.execute(product.database.db);
    found.push([resource.name, there]);
  }
  return found;
}

/** With the token of a board where a call takes one, as a screen sends it. */
const withLink = (route: Route, token: string): Record<string, unknown> => ({
  ...aimed(route),
  token,
  place: 0,
});

describe('every call refuses', () => {
  it.each([
    ['none', 901],
    ['expired', 901],
    ['locked', 423],
  ] as const)('%s with %i', async (who, code) => {
    const open = await walk(who, aimed, (route, answer) => {
      if (route.permission === PUBLIC) return ofPublic(answer.body);
      return answer.code === code ? 'refused' : 'open';
    });
    expect(open).toEqual([]);
  });

  it('board with 901, but the two that show it: what was chosen for it and nothing else', async () => {
    const open = await walk(
      'board',
      (route) => withLink(route, links.own),
      (route, { code, body }) => {
        if (OF_A_BOARD.includes(route.path))
          return code === 200 && shows(body, SHOWN) && !shows(body, SITE, HOUSE) ? 'its own' : 'open';
        if (route.permission === PUBLIC) return ofPublic(body);
        return code === 901 ? 'refused' : 'open';
      },
    );
    expect(open).toEqual([]);
  });

  it('a board of another enterprise, whatever of this one comes with its link', async () => {
    for (const path of OF_A_BOARD) {
      const route = allRoutes.find((one) => one.path === path);
      if (!route) throw new Error(`there is no ${path}`);
      const { code, body } = await ask(product.anonymous, route, withLink(route, links.foreign));
      expect([path, code, shows(body, SHOWN), ofPublic(body)]).toEqual([path, 200, true, 'nothing of it']);
    }
  });
});

describe('every call tells nothing of the enterprise to', () => {
  it('an account of it without a role: 403 where a function is asked for, else the own account', async () => {
    const before = await belongings(true);
    const open = await walk('no role', aimed, (route, { code, body }) => {
      if (route.permission !== PUBLIC && route.permission !== null) return code === 403 ? 'refused' : 'open';
      return ofPublic(body);
    });
    expect(open).toEqual([]);
    expect(await belongings(true)).toEqual(before);
  });

  it('a user of another enterprise, and is changed by none', async () => {
    const before = await belongings(true);
    const open = await walk('other enterprise', aimed, (_route, { body }) => ofPublic(body));
    expect(open).toEqual([]);
    expect(await belongings(true)).toEqual(before);
  }, 300_000);

  it('a user who is limited to another site, as far as the site is concerned', async () => {
    const before = await belongings(false);
    const open = await walk('limited', aimed, (_route, { body }) =>
      tellsOf(body, SITE) ? 'open' : 'nothing of it',
    );
    expect(open).toEqual([]);
    expect(await belongings(false)).toEqual(before);
  }, 300_000);

  it('but whoever is not limited is shown the site by the same calls: what is looked for would be found', async () => {
    const operator = await product.operator();
    for (const name of ['monitorSite', 'ammeter', 'gateway', 'collectorChannel']) {
      const path = `${addressOf(resourceOf(name))}/getall`;
      const route = allRoutes.find((one) => one.path === path);
      if (!route) throw new Error(`there is no ${path}`);
      expect(shows((await ask(operator, route, aimed(route))).body, SITE), path).toBe(true);
      expect(table.get(named(route))?.get('limited'), path).toBe('nothing of it');
    }
  });

  it('and shown the figures of its meter: energy, power and demand, of a day and of a month', async () => {
    const operator = await product.operator();
    for (const path of FIGURES) {
      const route = allRoutes.find((one) => one.path === path);
      if (!route) throw new Error(`there is no ${path}`);
      expect((await ask(operator, route, aimed(route))).body, path).toMatch(TELLTALE);
      for (const who of ['limited', 'other enterprise'] as const)
        expect(table.get(named(route))?.get(who), `${path} ${who}`).toBe('nothing of it');
    }
  });
});

describe('the table of calls and strangers', () => {
  it('has what a board may as its own nowhere else', () => {
    const own = [...table]
      .filter(([, notes]) => [...notes.values()].includes('its own'))
      .map(([call]) => call);
    expect(own.sort()).toEqual(OF_A_BOARD.map((path) => `POST ${path}`));
  });

  it('is complete: every call was tried by all of them', () => {
    const missing = allRoutes.flatMap((route) =>
      STRANGERS.filter((who) => isAsked(route, who) && !table.get(named(route))?.has(who)).map(
        (who) => `${who}: ${named(route)}`,
      ),
    );
    expect(missing).toEqual([]);
    expect(closed.length).toBeGreaterThan(2000);
    expect(
      [...table.values()].flatMap((notes) => [...notes.values()]).filter((one) => one === 'open'),
    ).toEqual([]);
  });

  it('tries the strangers as what they are', async () => {
    const someone = clients.get('other enterprise');
    const limited = clients.get('limited');
    const sees = async (client: Client | undefined, id: number) =>
      (await client?.get('/api/archive/ammeter/get', { id }))?.code;
    expect(await sees(someone, other.ammeterId)).toBe(200);
    expect(await sees(limited, sites.second.ammeterId)).toBe(200);
    expect(ok(await (clients.get('no role') ?? product.anonymous).get('/api/sys/getUserInfo'))).toMatchObject(
      {
        funCodes: [],
        consumers: [],
      },
    );
  });

  it('is refused a row that points into another enterprise', async () => {
    const row = { ammeterName: 'Spy', ammeterCode: unique(), consumerId: other.consumerId };
    expect(
      await other.client.post('/api/archive/ammeter/add', { ...row, siteId: target.siteId }),
    ).toMatchObject({ code: 400, field: 'siteId' });
  });
});

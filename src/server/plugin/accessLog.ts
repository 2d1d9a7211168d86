import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { storable } from '#domain/storable.ts';
import { isAway } from '../database/away.ts';
import type { Db } from '../database/db.ts';
import type { Caller, Route } from '../route.ts';

/** One call that is worth keeping: who, what, from where, let in or not. Never its parameters. */
interface Access {
  readonly at: string;
  readonly employee_id: number | null;
  readonly user_name: string | null;
  readonly consumer_id: number | null;
  readonly app_code: string | null;
  readonly log_type: '1' | '2' | '3' | '4';
  readonly class_name: string;
  readonly method: string;
  readonly is_verify_right: boolean;
  readonly state: '0' | '1';
  readonly code: number;
  readonly duration: number;
  readonly message: string | null;
  readonly ip: string;
  /** What the caller was limited to; null = nothing. */
  readonly made_within: readonly number[] | null;
}

/** What of a call is told to the access record. */
export interface Done {
  readonly route: Route;
  readonly caller: Caller | null;
  readonly ip: string;
  readonly params: unknown;
  readonly code: number;
  readonly message: string | null;
  readonly milliseconds: number;
}

const FLUSH_MS = 300;
const AGAIN_MS = 2000;
const MOST = 1000;

const LOGIN = /\/(login|loginAppEncode|loginHxyUser)$/;
const READ = /\/(getdatatable|searchdatatable|getDatatable|searchByDataTable|getDataTableByDate)$/;

/** Changes, downloads, log-ins and whatever was refused are kept; reading and one's own layout are not. */
function isKept(route: Route, code: number): boolean {
  if (code === 901) return false;
  if (code === 403) return true;
  if (route.unrecorded) return false;
  return route.method === 'GET' ? false : !READ.test(route.path);
}

/**
 * The record of accesses: rows are gathered for a moment and written together, so that no call waits for them.
 * `close` writes what is left.
 */
export function openAccessLog(
  system: Db,
  log: FastifyBaseLogger,
): { note: (done: Done) => void; close: () => Promise<void> } {
  let waiting: Access[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const tell = (error: unknown): void => log.warn(`The access record could not be written: ${String(error)}`);

  const writeWaiting = async (): Promise<void> => {
    timer = undefined;
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await write(rows);
  };
  const write = async (rows: Access[]): Promise<void> => {
    // A log-in has no account yet: its name is kept only where such an account exists, since people type passwords there.
    const written =
      sql`insert into access_record (at, employee_id, user_name, consumer_id, app_code, log_type, class_name, method,
        is_verify_right, state, code, duration, message, ip, _made_within)
      select r.at, coalesce(r.employee_id, e.id), e.user_name, coalesce(r.consumer_id, e.consumer_id), r.app_code,
        r.log_type, r.class_name, r.method, r.is_verify_right, r.state, r.code, r.duration, r.message, r.ip,
        r.made_within
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (at timestamptz, employee_id integer,
        user_name text, consumer_id integer, app_code text, log_type text, class_name text, method text,
        is_verify_right boolean, state text, code integer, duration integer, message text, ip text,
        made_within integer[])
      left join org_employee e on e.id = r.employee_id
        or r.employee_id is null and e.user_name = lower(r.user_name)`.execute(system);
    try {
      await written;
    } catch (error) {
      // Written when the database is back.
      if (isAway(error)) {
        waiting = [...rows, ...waiting].slice(0, MOST);
        timer ??= setTimeout(() => void flush(), AGAIN_MS).unref();
      }
      if (isAway(error) || rows.length === 1) throw error;
      // What the database refuses of one call takes no other along.
      for (const row of rows) await write([row]).catch(tell);
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    writing = writing.then(writeWaiting).catch(tell);
    return writing;
  };
  return {
    note: (done) => {
      if (!isKept(done.route, done.code) || waiting.length >= MOST) return;
      waiting.push(accessOf(done));
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    close: flush,
  };
}

function accessOf({ route, caller, ip, params, code, message, milliseconds }: Done): Access {
  const [, , area = '', resource = '', verb = ''] = route.path.split('/');
  const login = LOGIN.test(route.path);
  const scope = caller?.scope;
  const known = caller !== null && caller.employeeId > 0;
  const given = (name: string): string | null => {
    const value = (params as Readonly<Record<string, unknown>> | null)?.[name];
    return login && typeof value === 'string' ? storable(value, 60) : null;
  };
  return {
    at: new Date().toISOString(),
    employee_id: known ? caller.employeeId : null,
    user_name: given('userName'),
    consumer_id: scope && scope !== 'all' ? (scope[0] ?? null) : null,
    app_code: given('appCode'),
    log_type: login ? '1' : route.path.endsWith('/logout') ? '2' : route.method === 'DOWNLOAD' ? '4' : '3',
    class_name: verb === '' ? area : `${area}/${resource}`,
    method: verb === '' ? resource : verb,
    is_verify_right: route.permission !== null && route.permission !== 'public',
    state: code === 200 ? '1' : '0',
    code,
    duration: Math.round(milliseconds),
    message: message === null ? null : storable(message),
    ip: storable(ip),
    made_within: caller?.limit ?? null,
  };
}

import type { AccountType } from '#contract/accountType.ts';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import type { Language, Text } from '#contract/text.ts';
import type { Config } from './config.ts';
import type { Db } from './database/db.ts';
import type { Scope } from './database/scope.ts';
import type { FileStore, StoredFile } from './files.ts';
import type { Jobs } from './jobs.ts';

/** Who calls: the account of the session. */
export interface Caller {
  readonly employeeId: number;
  readonly userName: string;
  readonly name: string;
  readonly accountType: AccountType;
  /** The enterprises that the account may see. */
  readonly scope: Scope;
  readonly funCodes: ReadonlySet<string>;
  /** Organisations that the account's roles are limited to; undefined = all of the scope. */
  readonly limit?: readonly number[];
  /** The password must be changed before anything else is answered. */
  readonly passwordDue?: true;
  /** A second factor must be set up before anything else is answered. */
  readonly secondFactorDue?: true;
  /** The address that the request came from; none where no request is behind it. */
  readonly ip?: string;
}

/**
 * A file of a multipart call, a draft of the file store: kept when the handler has answered, before its transaction is
 * committed; dropped where the call fails. Who commits in a transaction of its own keeps it before.
 */
export interface UploadedFile extends StoredFile {
  readonly field: string;
  readonly fileName: string;
  readonly mimeType: string;
}

/** What every handler may lean on. */
export interface Services {
  /** Pool that sees every row: log-in, tasks, fold. */
  readonly system: Db;
  /** The system's pool itself, for COPY. */
  readonly pool: pg.Pool;
  /** Pool of the requests; rows only inside `withScope`. */
  readonly db: Db;
  readonly config: Config;
  readonly files: FileStore;
  readonly jobs: Jobs;
  readonly log: FastifyBaseLogger;
}

/** The reply of a DOWNLOAD. */
export interface Download {
  readonly fileName: string;
  readonly mimeType: string;
  readonly body: Buffer | Readable;
  /** Shown in the page in place of being saved; pictures and PDFs alone. */
  readonly inline?: boolean;
}

/** One call as its handler sees it. */
export interface Call<P> {
  /** Transaction in which row level security holds the caller's scope. */
  readonly trx: Db;
  readonly caller: Caller;
  readonly params: P;
  readonly files: readonly UploadedFile[];
  readonly language: Language;
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The reasons for which a call needs no function code. Without any function an account's scope is empty. */
export const ANY_SESSION = {
  /** It answers and changes the caller's own account, sessions, tasks and records alone. */
  own: { zh: '仅限本人的账号', en: 'the own account alone' },
  /** What it tells is the same for everybody: lists of codes, help, the names of the menu. */
  shared: { zh: '对所有人相同', en: 'the same for everybody' },
  /** What every screen has beside its figures, within the caller's scope and limits: names, states, notices, views. */
  scope: { zh: '各页面共用的名称、状态与通知，限于账号范围', en: 'names, states and notices in scope' },
  /** Its function code depends on what it is asked for; the handler asks for it. */
  asked: { zh: '所需功能取决于参数', en: 'the function depends on the parameters' },
} as const satisfies Readonly<Record<string, Text>>;

type AnySession = keyof typeof ANY_SESSION;

export type RouteMethod = 'GET' | 'POST' | 'UPLOAD' | 'DOWNLOAD';

/** Function code that the caller must hold; null = any session, for a reason; `public` = no session needed. */
type Permitted =
  | { readonly permission: string; readonly why?: never }
  | { readonly permission: null; readonly why: AnySession };

export type Route<S extends z.ZodType = z.ZodType> = RouteBody<S> & Permitted;

/**
 * A call without who may make it.
 * @public the compiler names it in the types of calls
 */
export interface RouteBody<S extends z.ZodType> {
  /** UPLOAD = multipart POST, DOWNLOAD = GET that replies a file. */
  readonly method: RouteMethod;
  readonly path: string;
  readonly summary: Text;
  /** Query or body; empty strings are dropped before it sees them. */
  readonly params: S;
  /** The resource whose fields the call takes beside its parameters, or whose rows it answers. */
  readonly row?: Resource;
  /** Name of the answer's schema where many calls share one handler; default the call's own. */
  readonly answerOf?: string;
  /** The function whose type tells the answer, where the handler is made for several calls; default the handler. */
  readonly toldBy?: (...given: never[]) => unknown;
  /** Texts that the answer has beside a row: name → what it is. */
  readonly adds?: Readonly<Record<string, Text>>;
  /** Answers also where the password must be changed first: it serves that change. */
  readonly whilePasswordDue?: true;
  /** Answers also where a second factor must be set up first: it serves that. */
  readonly whileSecondFactorDue?: true;
  /** An UPLOAD that also takes a plain form without files. */
  readonly filesOptional?: boolean;
  /** Empty values reach the schema: they clear a field. */
  readonly keepEmpty?: boolean;
  /** The screen sends it unasked, and it changes but how the caller sees it: no access worth a record. */
  readonly unrecorded?: true;
  /** Whether its transaction writes; by default that of a POST or UPLOAD does. What only reads is refused to write, and its end is not waited for. */
  readonly writes?: boolean;
  /** Statements stay prepared with one plan for all values; see `ScopeWay`. */
  readonly prepared?: boolean;
  /** Parameters with which the call works on the demonstration, for the API page. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The text of a file that an UPLOAD takes, where a text shows more than that there is one. */
  readonly exampleFile?: string;
  readonly handler: (call: Call<z.output<S>>) => Promise<unknown>;
}

/** Declares a route; the handler's `params` have the schema's type. */
export function defineRoute<S extends z.ZodType>(route: Route<S>): Route {
  return route as unknown as Route;
}

/**
 * The rest of a call that goes out of the house: it runs when the transaction has ended, so that no connection is held
 * while something elsewhere takes its time.
 */
export class Later<T> {
  readonly run: () => Promise<T>;

  constructor(run: () => Promise<T>) {
    this.run = run;
  }
}

/** Permission of calls that need no session. */
export const PUBLIC = 'public';

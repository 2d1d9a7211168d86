import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type * as z from 'zod';
import type { Language, Text } from '#contract/text.ts';
import type { Config } from './config.ts';
import type { Db } from './database/db.ts';
import type { Scope } from './database/scope.ts';
import type { FileStore } from './files.ts';
import type { Jobs } from './jobs.ts';

/** Who calls: the account of the session. */
export interface Caller {
  readonly employeeId: number;
  readonly userName: string;
  readonly name: string;
  readonly accountType: '0' | '1';
  /** The enterprises that the account may see. */
  readonly scope: Scope;
  readonly funCodes: ReadonlySet<string>;
  /** Organisations that the account's roles are limited to; undefined = all of the scope. */
  readonly limit?: readonly number[];
  /** The password must be changed before anything else is answered. */
  readonly passwordDue?: true;
  /** The address that the request came from; none where no request is behind it. */
  readonly ip?: string;
}

/** A file of a multipart call, already in the file store. */
export interface UploadedFile {
  readonly field: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly size: number;
  /** Where the content lies. */
  readonly path: string;
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

export type RouteMethod = 'GET' | 'POST' | 'UPLOAD' | 'DOWNLOAD';

export interface Route<S extends z.ZodType = z.ZodType> {
  /** UPLOAD = multipart POST, DOWNLOAD = GET that replies a file. */
  readonly method: RouteMethod;
  readonly path: string;
  readonly summary: Text;
  /** Function code that the caller must hold; null = any session; `public` = no session needed. */
  readonly permission: string | null;
  /** Query or body; empty strings are dropped before it sees them. */
  readonly params: S;
  /** Answers also where the password must be changed first: it serves that change. */
  readonly whilePasswordDue?: true;
  /** An UPLOAD that also takes a plain form without files. */
  readonly filesOptional?: boolean;
  /** Empty values reach the schema: they clear a field. */
  readonly keepEmpty?: boolean;
  /** A GET or DOWNLOAD that writes: the others run in a transaction that can only read. */
  readonly writes?: boolean;
  /** Statements stay prepared with one plan for all values; see `ScopeWay`. */
  readonly prepared?: boolean;
  /** Parameters with which the call works on the demonstration, for the API page. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly handler: (call: Call<z.output<S>>) => Promise<unknown>;
}

/** Declares a route; the handler's `params` have the schema's type. */
export function defineRoute<S extends z.ZodType>(route: Route<S>): Route {
  return route as unknown as Route;
}

/** Permission of calls that need no session. */
export const PUBLIC = 'public';

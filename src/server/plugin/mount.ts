import { ACCOUNT } from '#contract/accountType.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, passwordDue, secondFactorDue, sessionExpired, withoutHeader } from '#contract/error.ts';
import { languageOf, textIn } from '#contract/text.ts';
import { answeredWithin } from '../database/pool.ts';
import { withScope } from '../database/scope.ts';
import { Later, PUBLIC } from '../route.ts';
import type { Caller, Download, Route, Services, UploadedFile } from '../route.ts';
import { openAccessLog } from './accessLog.ts';
import { faultOf } from './errors.ts';
import { allowOwnFrame } from './headers.ts';
import { nearNames } from './nearName.ts';
import { checkParams, dropEmpty, readMultipart } from './params.ts';

/** Finds the account of a request's session; null where there is none. */
export type CallerOf = (request: FastifyRequest) => Promise<Caller | null>;

/** How long a statement of a call may take: longer nobody waits for a page; a file may be a year of many meters. */
const PATIENCE_MS = { GET: 60_000, POST: 60_000, UPLOAD: 300_000, DOWNLOAD: 300_000 } as const;

const NOBODY: Caller = {
  employeeId: 0,
  userName: '',
  name: '',
  accountType: ACCOUNT.enterprise,
  scope: [],
  funCodes: new Set(),
};

/** What a call found out before it ended, for the record of accesses. */
interface Reported {
  caller: Caller | null;
}

/** A route with what its calls lean on. */
interface Mounted {
  readonly route: Route;
  /** It is sent by POST. */
  readonly post: boolean;
  readonly services: Services;
  readonly callerOf: CallerOf;
  /** Refuses names that are close to one that the route knows. */
  readonly refuseNear: (given: unknown) => void;
}

/** Registers routes: session, permission, scope, parameters, handler, envelope, in this order. */
export function mountRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  services: Services,
  callerOf: CallerOf,
): void {
  const accesses = openAccessLog(services.system, services.log);
  app.addHook('onClose', () => accesses.close());
  const refuserOf = nearNames(routes);
  for (const route of routes) {
    const post = route.method === 'POST' || route.method === 'UPLOAD';
    const mounted: Mounted = { route, post, services, callerOf, refuseNear: refuserOf(route) };
    app.route({
      method: post ? 'POST' : 'GET',
      url: route.path,
      exposeHeadRoute: false,
      handler: (request, reply) => recorded(mounted, accesses, request, reply),
    });
  }
}

/** Answers a call and notes who made it, how it ended and how long it took. */
async function recorded(
  mounted: Mounted,
  accesses: ReturnType<typeof openAccessLog>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const reported: Reported = { caller: null };
  const begun = performance.now();
  const note = (code: number, message: string | null): void =>
    accesses.note({
      route: mounted.route,
      caller: reported.caller,
      ip: request.ip,
      params: request.body,
      code,
      message,
      milliseconds: performance.now() - begun,
    });
  try {
    const ms = PATIENCE_MS[mounted.route.method];
    const answer = await answeredWithin(ms, () => answerOf(mounted, request, reply, reported));
    note(200, null);
    return answer;
  } catch (error) {
    const fault = faultOf(error);
    note(fault?.code ?? 500, textIn(fault?.text, languageOf(request.headers['accept-language'])) ?? null);
    throw error;
  }
}

async function answerOf(
  mounted: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  reported: Reported,
): Promise<unknown> {
  const { route, post, services } = mounted;
  if (post) refuseForeign(request);
  refuseForeignPage(request);
  const found = route.permission === PUBLIC ? NOBODY : await mounted.callerOf(request);
  if (!found) throw sessionExpired();
  const caller: Caller = { ...found, ip: request.ip };
  reported.caller = caller;
  admit(route, caller);

  const files: UploadedFile[] = [];
  const language = languageOf(request.headers['accept-language']);
  let handled: unknown;
  try {
    const params = await readParams(mounted, request, files);
    handled = await withScope(
      services.db,
      caller.scope,
      async (trx) => {
        const answer = await route.handler({
          trx,
          caller,
          params,
          files,
          language,
          services,
          request,
          reply,
        });
        // Before what names them is seen by anybody.
        await services.files.keep(files);
        return answer;
      },
      caller.limit,
      {
        readOnly: !(route.writes ?? post),
        prepared: route.prepared === true,
        language,
        ...(route.permission === PUBLIC ? {} : { call: route.permission ?? '*' }),
      },
    );
  } finally {
    await services.files.drop(files);
  }
  const data = handled instanceof Later ? ((await handled.run()) as unknown) : handled;
  return route.method === 'DOWNLOAD' && isDownload(data)
    ? sendFile(reply, data)
    : { code: 200, message: 'ok', data: data ?? null };
}

/** Whether the caller may make the call: nothing else is due, and the function is held. */
function admit(route: Route, caller: Caller): void {
  if (caller.passwordDue && !route.whilePasswordDue) throw passwordDue();
  if (caller.secondFactorDue && !caller.passwordDue && !route.whileSecondFactorDue) throw secondFactorDue();
  if (route.permission !== null && route.permission !== PUBLIC && !caller.funCodes.has(route.permission))
    throw forbidden();
}

/** The parameters as the schema has them. @param files takes the files of a multipart call, as drafts */
async function readParams(
  { route, post, services, refuseNear }: Mounted,
  request: FastifyRequest,
  files: UploadedFile[],
) {
  const multipart = route.method === 'UPLOAD' && (!route.filesOptional || request.isMultipart());
  const upload = multipart ? await readMultipart(request, services, files) : undefined;
  const given = upload ?? (post ? request.body : request.query);
  refuseNear(given);
  return checkParams(route.params, route.keepEmpty ? (given ?? {}) : dropEmpty(given));
}

function sendFile(reply: FastifyReply, { fileName, mimeType, inline, body }: Download): FastifyReply {
  const name = encodeURIComponent(fileName);
  if (inline === true) allowOwnFrame(reply);
  return reply
    .header('content-type', mimeType)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .send(body);
}

const isDownload = (data: unknown): data is Download =>
  typeof data === 'object' && data !== null && 'body' in data && 'mimeType' in data;

/** Nothing is answered to a page of elsewhere, where the browser says that it is one; a link is followed. */
function refuseForeignPage({ headers, method }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return;
  if (
    method !== 'GET' ||
    headers['sec-fetch-mode'] !== 'navigate' ||
    headers['sec-fetch-dest'] !== 'document'
  )
    throw forbidden();
}

/** A cross-site form can set neither the header nor hide its origin. */
function refuseForeign(request: FastifyRequest): void {
  if (request.headers['x-meterhouse'] !== '1') throw withoutHeader();
  const origin = request.headers.origin;
  if (origin !== undefined && URL.parse(origin)?.host !== request.host) throw forbidden();
}

import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { badInput, tooLarge } from '#contract/error.ts';
import type { Fault } from '#contract/error.ts';
import { issueText } from '#contract/issue.ts';
import { isTooDeep, MOST_DEPTH } from '#contract/json.ts';
import type { UploadedFile, Services } from '../route.ts';

type Plain = Record<string, unknown>;

/** Names and values of a form that are read, and the bytes of those beside files. */
const MOST_PAIRS = 10_000;
const MAX_FIELD_BYTES = 1024 * 1024;
const MAX_FIELDS_BYTES = 2 * MAX_FIELD_BYTES;
/** What a form with files may hold beside them. */
export const FORM_LIMITS = {
  fields: 200,
  parts: 205,
  fieldSize: MAX_FIELD_BYTES,
  fieldNameSize: 200,
  headerPairs: 20,
} as const;

const tooDeep = (): Fault =>
  badInput({
    zh: `请求的内容嵌套过深，最多 ${MOST_DEPTH} 层`,
    en: `The request is nested too deep, at most ${MOST_DEPTH} levels`,
  });
const tooMany = (): Fault =>
  badInput({
    zh: `请求的参数过多，最多 ${MOST_PAIRS} 个`,
    en: `The request has too many parameters, at most ${MOST_PAIRS}`,
  });

/** The fault of a body whose JSON nests too deep; undefined for any other. */
export const refuseDeep = (json: string): Fault | undefined => (isTooDeep(json) ? tooDeep() : undefined);

/**
 * Rebuilds nested objects from form keys like `a.b` (specification 1 section 7); leaves prototype keys out.
 * @throws Fault 400 for a key that nests too deep, and for too many of them
 */
function unflatten(pairs: Iterable<readonly [string, unknown]>): Plain {
  const root: Plain = {};
  let count = 0;
  for (const [key, value] of pairs) {
    if (++count > MOST_PAIRS) throw tooMany();
    const path = key.split('.', MOST_DEPTH + 1);
    if (path.length > MOST_DEPTH) throw tooDeep();
    if (path.some((p) => p === '__proto__' || p === 'constructor' || p === 'prototype')) continue;
    let at = root;
    for (const step of path.slice(0, -1)) {
      const next = at[step];
      at = (typeof next === 'object' && next !== null ? next : (at[step] = {})) as Plain;
    }
    const last = path.at(-1) as string;
    const before = at[last];
    if (Array.isArray(before)) before.push(value);
    else at[last] = before === undefined ? value : [before, value];
  }
  return root;
}

/** The body of a form post. */
export const parseForm = (body: string): Plain => unflatten(new URLSearchParams(body));

/** Empty and null values count as not given. */
export function dropEmpty(params: unknown): Plain {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return {};
  return Object.fromEntries(
    Object.entries(params).filter(([, v]) => v !== '' && v !== null && v !== undefined),
  );
}

/** Checks parameters against a call's schema; the first fault is told with its field's name. */
export function checkParams<S extends z.ZodType>(schema: S, params: unknown): z.output<S> {
  const checked = schema.safeParse(params);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0] as z.core.$ZodIssue;
  const field = issue.path.map(String).join('.');
  const why = issueText({ ...issue, input: readPath(params, issue.path) } as z.core.$ZodIssue);
  throw badInput({ zh: `${field}：${why.zh}`, en: `${field}: ${why.en}` }, field);
}

function readPath(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}

/**
 * Reads a multipart body: fields as parameters, files as drafts of the file store.
 * @param files takes them as they come, so that they are known where a later one is refused
 */
export async function readMultipart(
  request: FastifyRequest,
  services: Services,
  files: UploadedFile[],
): Promise<Plain> {
  if (!request.isMultipart())
    throw badInput(
      { zh: '请以 multipart/form-data 上传文件', en: 'Send the file as multipart/form-data' },
      'upFile',
    );
  const pairs: [string, unknown][] = [];
  let bytes = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        bytes += String(part.value).length;
        // What the parser cut off would be stored as if it were meant.
        if (part.valueTruncated || part.fieldnameTruncated || bytes > MAX_FIELDS_BYTES) throw tooLarge(1);
        pairs.push([part.fieldname, part.value]);
      } else {
        const stored = await services.files.draft(part.file);
        files.push({ field: part.fieldname, fileName: part.filename, mimeType: part.mimetype, ...stored });
      }
    }
  } catch (error) {
    // Who still sends hears the answer when all is sent.
    request.raw.unpipe().resume();
    // The parser of forms throws errors without a name or code for what it cannot read; those of a disk have one.
    if (error instanceof Error && error.constructor === Error && !('code' in error))
      throw badInput({ zh: '上传的内容不完整或已损坏', en: 'The upload is incomplete or damaged' }, 'upFile');
    throw error;
  }
  return unflatten(pairs);
}

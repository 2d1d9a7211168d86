import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { badInput } from '#contract/error.ts';
import { issueText } from '#contract/issue.ts';
import type { UploadedFile, Services } from '../route.ts';

type Plain = Record<string, unknown>;

/** Rebuilds nested objects from form keys like `a.b` (specification 1 section 7); refuses prototype keys. */
export function unflatten(pairs: Iterable<readonly [string, unknown]>): Plain {
  const root: Plain = {};
  for (const [key, value] of pairs) {
    const path = key.split('.');
    if (path.some((p) => p === '__proto__' || p === 'constructor' || p === 'prototype')) continue;
    let at = root;
    for (const step of path.slice(0, -1)) {
      const next = at[step];
      at = (typeof next === 'object' && next !== null ? next : (at[step] = {})) as Plain;
    }
    const last = path.at(-1) as string;
    const before = at[last];
    at[last] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
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

/** Reads a multipart body: fields as parameters, files into the file store. */
export async function readMultipart(
  request: FastifyRequest,
  services: Services,
): Promise<{ params: Plain; files: UploadedFile[] }> {
  if (!request.isMultipart())
    throw badInput(
      { zh: '请以 multipart/form-data 上传文件', en: 'Send the file as multipart/form-data' },
      'upFile',
    );
  const pairs: [string, unknown][] = [];
  const files: UploadedFile[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') pairs.push([part.fieldname, part.value]);
    else {
      const stored = await services.files.put(part.file);
      files.push({ field: part.fieldname, fileName: part.filename, mimeType: part.mimetype, ...stored });
    }
  }
  return { params: unflatten(pairs), files };
}

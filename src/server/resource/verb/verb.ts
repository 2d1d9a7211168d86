import type * as z from 'zod';
import type { Resource } from '#contract/define.ts';
import type { Action } from '#contract/permission.ts';
import type { Text } from '#contract/text.ts';
import type { Call, RouteMethod } from '../../route.ts';

/** What a generic call takes and does, whatever the resource. */
export interface VerbBody<S extends z.ZodType = z.ZodType> {
  readonly params: S;
  /** Answers the call; its type is what `/openapi.json` tells. */
  handler(this: void, call: Call<z.output<S>>, resource: Resource): Promise<unknown>;
  /** Empty values reach the schema: they clear a field. */
  readonly keepEmpty?: true;
  /** Parameters that show a reader what to send, for a resource. */
  readonly example?: (resource: Resource) => Readonly<Record<string, unknown>>;
  /** The text of a file to send with them. */
  readonly exampleFile?: (resource: Resource) => string;
  /** Texts that the answer has beside a row: name → what it is. */
  readonly adds?: (resource: Resource) => Readonly<Record<string, Text>>;
}

/** A generic call with its place in the address and the permission that it needs. */
export interface Verb extends VerbBody {
  readonly method: RouteMethod;
  readonly name: string;
  readonly action: Action;
  readonly what: Text;
}

/** Declares what a generic call takes and does; the handler's `params` have the schema's type. */
export const defineVerb = <S extends z.ZodType>(body: VerbBody<S>): VerbBody => body;

/** A line of the table of generic calls. */
export const verb = (
  method: RouteMethod,
  name: string,
  action: Action,
  what: readonly [zh: string, en: string],
  body: VerbBody,
): Verb => ({ method, name, action, what: { zh: what[0], en: what[1] }, ...body });

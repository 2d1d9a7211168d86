import type { FaultCode } from '#contract/error.ts';
import { PUBLIC } from '../route.ts';
import type { Route } from '../route.ts';
import { type Answers, answerKeyOf } from './answers.ts';
import { isQuery } from './shape.ts';

/** What may befall any call: the page that makes it is another's, a fault of the product, a database that is away. */
const ALWAYS = [403, 500, 503] as const satisfies readonly FaultCode[];
/** What a session may lack. */
const OF_SESSION = [423, 901] as const satisfies readonly FaultCode[];
/** What may be wrong with a body, and with what it would write: the database keeps what is alike or in use. */
const OF_BODY = [400, 409, 413] as const satisfies readonly FaultCode[];

/** The codes of the refusals that a call can answer, ascending: those of the frame of calls and those of its handler. */
export function faultCodesOf(route: Route, takes: boolean, { faults }: Answers): number[] {
  const codes = [
    ...ALWAYS,
    ...(route.permission === PUBLIC ? [] : OF_SESSION),
    ...(isQuery(route) ? (takes ? [400] : []) : OF_BODY),
    ...(faults[answerKeyOf(route)] ?? []),
  ];
  return [...new Set<number>(codes)].toSorted((a, b) => a - b);
}

import { ANY_SESSION, PUBLIC } from '../route.ts';
import type { Route } from '../route.ts';
import type { Answers, Schema } from './answers.ts';
import { bodyOf } from './body.ts';
import { faultCodesOf } from './faultCodes.ts';
import { parametersOf } from './parameters.ts';
import { replyOf } from './reply.ts';
import { isQuery } from './shape.ts';

const partsOf = ({ path }: Route): string[] => path.split('/').slice(2);

/** `archive/ammeter/getpage` by GET → `archiveAmmeterGetpage`; by POST where GET answers too, with `Post` behind it. */
function operationIdOf(route: Route, twice: boolean): string {
  const name = partsOf(route)
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map((part, i) => (i === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
  return twice && !isQuery(route) ? `${name}Post` : name;
}

/** The area and the resource: `archive/ammeter`. */
export const tagOf = (route: Route): string => partsOf(route).slice(0, 2).join('/');

/** Who may call: anybody, or the holder of a session; by POST with the header that a page of elsewhere cannot set. */
function securityOf(route: Route): Schema[] {
  const needs = {
    ...(route.permission === PUBLIC ? {} : { session: [] }),
    ...(isQuery(route) ? {} : { ownPage: [] }),
  };
  return Object.keys(needs).length === 0 ? [] : [needs];
}

/** One call as OpenAPI tells it. @param twice it answers by GET and by POST */
export function operationOf(route: Route, answers: Answers, twice: boolean): Schema {
  const permitted =
    route.permission === PUBLIC
      ? {}
      : route.permission === null
        ? { 'x-any-session': ANY_SESSION[route.why].en }
        : { 'x-function-code': route.permission };
  const inputs = isQuery(route) ? { parameters: parametersOf(route) } : { requestBody: bodyOf(route) };
  return {
    operationId: operationIdOf(route, twice),
    summary: `${route.summary.en} / ${route.summary.zh}`,
    tags: [tagOf(route)],
    ...permitted,
    security: securityOf(route),
    ...inputs,
    'x-fault-codes': faultCodesOf(route, (inputs.parameters ?? []).length > 0, answers),
    responses: { '200': replyOf(route, answers), '503': { $ref: '#/components/responses/Away' } },
  };
}

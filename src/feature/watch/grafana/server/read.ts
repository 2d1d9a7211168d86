import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, textIn } from '#contract/text.ts';
import { withScope } from '#server/database/scope.ts';
import { faultOf } from '#server/plugin/errors.ts';
import type { Services } from '#server/route.ts';
import { openDoor } from './doorToken.ts';
import { QUESTIONS } from './question.ts';

/**
 * The door at which Grafana's JSON or Infinity data source reads: a token that reads and does nothing else, row level
 * security narrowed to its enterprise or its one site, in a transaction that can only read. A refusal carries its HTTP
 * status too, which Grafana shows in the panel.
 */
export function mountGrafanaReading(app: FastifyInstance, services: Services): void {
  const ownerOf = openDoor(services.system, 'read');
  const answer = async (
    ask: (typeof QUESTIONS)[number]['answer'],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const language = languageOf(request.headers['accept-language']);
    const owner = await ownerOf(request);
    if ('code' in owner) {
      if (owner.wait !== undefined) void reply.header('retry-after', owner.wait);
      const { code, text } = owner;
      return reply.status(code).send({ code, message: textIn(text, language), data: null });
    }
    const limit = owner.siteId === null ? [] : [owner.siteId];
    const way = { readOnly: true, language };
    const data = await withScope(
      services.db,
      [owner.consumerId],
      (trx) => ask(trx, request.query),
      limit,
      way,
    );
    return { code: 200, message: 'ok', data };
  };
  for (const one of QUESTIONS)
    app.get(one.path, { config: { anyHost: true } }, async (request, reply) => {
      try {
        return await answer(one.answer, request, reply);
      } catch (error) {
        const fault = faultOf(error);
        if (!fault) throw error;
        const message = textIn(fault.text, languageOf(request.headers['accept-language']));
        const { code, field } = fault;
        return reply
          .status(code)
          .send({ code, message, data: null, ...(field === undefined ? {} : { field }) });
      }
    });
}

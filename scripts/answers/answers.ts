import { SignatureKind } from 'typescript/unstable/sync';
import { API } from 'typescript/unstable/sync';
import type { Checker, Program, Type } from 'typescript/unstable/sync';
import { isFunctionLikeDeclaration } from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import type { Route } from '#server/route.ts';
import { answerKeyOf } from '#server/openApi/answers.ts';
import { ROOT } from '../writeFiles.ts';
import { Faults } from './faults.ts';
import { type Handler, handlersOf, type Place } from './handlers.ts';
import { type Component, type Schema, Schemas } from './schema.ts';

/** What calls answer, as `generated/answers.json` holds it. */
export interface Answers {
  /** The schema of `data` by call, or by the generic call of resources. */
  readonly answers: Readonly<Record<string, Schema>>;
  readonly components: Readonly<Record<string, Schema>>;
  /** The codes of refusals that its handler can throw, by call; none = by the frame of every call alone. */
  readonly faults: Readonly<Record<string, readonly number[]>>;
}

/** Reads from the types of their handlers what calls answer. */
export async function answersOf(routes: readonly Route[]): Promise<Answers> {
  const reported = new Map<string, Route>();
  for (const route of routes) if (!reported.has(answerKeyOf(route))) reported.set(answerKeyOf(route), route);
  const keys = [...reported.keys()].toSorted();
  const places = await handlersOf(keys.map((key) => reported.get(key)?.toldBy ?? reported.get(key)?.handler));
  const handlers = await handlersOf(keys.map((key) => reported.get(key)?.handler));
  const api = new API({ cwd: ROOT });
  try {
    const [config, shared] = [`${ROOT}/tsconfig.server.json`, `${ROOT}/tsconfig.shared.json`] as const;
    const snapshot = api.updateSnapshot({ openProjects: [config, shared] });
    const [project, below] = [snapshot.getProject(config), snapshot.getProject(shared)];
    if (!project || !below) throw new Error(`${config} cannot be read`);
    const { checker, program } = project;
    const schemas = new Schemas(checker);
    const faults = new Faults((file) => below.program.getSourceFile(file) ?? program.getSourceFile(file));
    const refused = keys.flatMap((key, i) => {
      const codes = codesOf(faults, program, [places[i] as Handler, handlers[i] as Handler]);
      return codes.length === 0 ? [] : [[key, codes] as const];
    });
    const told = keys.flatMap((key, i) =>
      reported.get(key)?.method === 'DOWNLOAD' ? [] : [[key, places[i] as Handler] as const],
    );
    const raw = told.map(([key, place]) => {
      try {
        return [key, schemas.of(answerAt(checker, program, place))] as const;
      } catch (error) {
        throw new Error(`${key}: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    });
    return { ...nameAll(raw, schemas.components), faults: Object.fromEntries(refused) };
  } finally {
    api.close();
  }
}

/** The codes that functions and what they were made with can throw, ascending. */
function codesOf(faults: Faults, program: Program, handlers: readonly Handler[]): number[] {
  const codes = handlers
    .flatMap((handler) => [handler, ...handler.madeWith])
    .flatMap((one) => {
      const found = functionAt(program, one);
      return found ? faults.of(one.file, found) : [];
    });
  return [...new Set(codes)].toSorted((a, b) => a - b);
}

/** The innermost function at a place. */
function functionAt(program: Program, { file, line, column }: Place): Node | undefined {
  const source = program.getSourceFile(file);
  if (!source) return undefined;
  const position = source.text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + column;
  const inside = (node: Node): boolean => node.getStart(source) <= position && position < node.end;
  let found: Node | undefined;
  const look = (node: Node): void => {
    if (!inside(node)) return;
    if (isFunctionLikeDeclaration(node)) found = node;
    node.forEachChild((child) => look(child));
  };
  look(source);
  return found;
}

/** The type that the handler at a place answers when its promise is kept. */
function answerAt(checker: Checker, program: Program, place: Place): Type {
  const found = functionAt(program, place);
  const type = found && checker.getTypeAtLocation(found);
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  const answer = signature && checker.getReturnTypeOfSignature(signature);
  if (!answer) throw new Error(`no function stands at ${place.file}:${place.line + 1}`);
  return answer.isTypeReference() && answer.getSymbol()?.name === 'Promise'
    ? (checker.getTypeArguments(answer)[0] as Type)
    : answer;
}

/** Gives components their names: that of the type, with its feature's before it where several share one. */
function nameAll(
  raw: readonly (readonly [string, Schema])[],
  found: ReadonlyMap<number, Component>,
): Omit<Answers, 'faults'> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  const order = [...found].toSorted(([, a], [, b]) =>
    `${a.name} ${a.file}` < `${b.name} ${b.file}` ? -1 : 1,
  );
  for (const [id, { name, file }] of order) {
    const alone = order.filter(([, one]) => one.name === name).length === 1;
    const parts = /src\/(?:feature\/[^/]+\/)?([^/]+)\/.*?([^/]+)\.(?:d\.)?ts$/.exec(file) ?? [];
    const capital = (text = '') => text.charAt(0).toUpperCase() + text.slice(1);
    const choices = [
      ...(alone ? [name] : []),
      `${capital(parts[1])}${capital(name)}`,
      `${capital(parts[1])}${capital(parts[2])}${capital(name)}`,
    ];
    let chosen = choices.find((one) => !taken.has(one));
    for (let n = 2; chosen === undefined; n++)
      if (!taken.has(`${choices.at(-1)}${n}`)) chosen = `${choices.at(-1)}${n}`;
    taken.add(chosen);
    names.set(id, chosen);
  }
  const named = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(named);
    if (typeof schema !== 'object' || schema === null) return schema;
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        const name = key === '$ref' ? names.get(Number(String(value).slice(1))) : undefined;
        return [key, name === undefined ? named(value) : `#/components/schemas/${name}`];
      }),
    );
  };
  const components = [...found].map(
    ([id, { schema }]) => [names.get(id) ?? '', named(schema) as Schema] as const,
  );
  return {
    answers: Object.fromEntries(raw.map(([key, schema]) => [key, named(schema) as Schema])),
    components: Object.fromEntries(components.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

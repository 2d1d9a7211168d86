import { dirname, join } from 'node:path';
import {
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isNamedExports,
  isNamedImports,
  isNewExpression,
  isNumericLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTypeNode,
  isVariableStatement,
} from 'typescript/unstable/ast';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { FAULT_CODES } from '#contract/error.ts';
import { ROOT } from '../writeFiles.ts';

/** A name of a file. */
interface Named {
  readonly file: string;
  readonly name: string;
}

/** What a piece of code says of itself: the codes of the refusals that it makes, and what it names. */
interface Said {
  readonly codes: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
}

/** The names of a file: what it declares, and what it has from others. */
interface Scope {
  readonly declared: ReadonlyMap<string, Said>;
  readonly from: ReadonlyMap<string, Named>;
}

const CODES: ReadonlySet<number> = new Set(FAULT_CODES);
const NO_SCOPE: Scope = { declared: new Map(), from: new Map() };

/** The codes of refusals that code can throw: those that it makes, and those of all that it names, through every file. */
export class Faults {
  readonly #sourceOf: (file: string) => SourceFile | undefined;
  readonly #scopes = new Map<string, Scope>();

  constructor(sourceOf: (file: string) => SourceFile | undefined) {
    this.#sourceOf = sourceOf;
  }

  /** The codes of a function that stands in a file, ascending. */
  of(file: string, node: Node): number[] {
    const codes = new Set<number>();
    const seen = new Set<string>();
    const open: (readonly [file: string, said: Said])[] = [[file, saidBy(node)]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [at, said] = next;
      for (const code of said.codes) codes.add(code);
      for (const name of said.names) {
        const found = this.#find(at, name);
        if (!found || seen.has(`${found.file} ${found.name}`)) continue;
        seen.add(`${found.file} ${found.name}`);
        const more = this.#scopeOf(found.file).declared.get(found.name);
        if (more) open.push([found.file, more]);
      }
    }
    return [...codes].toSorted((a, b) => a - b);
  }

  /** Where a name that a file uses is declared; undefined for what is of no file of the product. */
  #find(file: string, name: string): Named | undefined {
    let at: Named = { file, name };
    for (let steps = 0; steps < 10; steps++) {
      const scope = this.#scopeOf(at.file);
      if (scope.declared.has(at.name)) return at;
      const next = scope.from.get(at.name);
      if (!next) return undefined;
      at = next;
    }
    return undefined;
  }

  #scopeOf(file: string): Scope {
    let scope = this.#scopes.get(file);
    if (!scope) {
      const source = this.#sourceOf(file);
      this.#scopes.set(file, (scope = source ? readScope(file, source) : NO_SCOPE));
    }
    return scope;
  }
}

function readScope(file: string, source: SourceFile): Scope {
  const declared = new Map<string, Said>();
  const from = new Map<string, Named>();
  for (const statement of source.statements) {
    if (isImportDeclaration(statement) || isExportDeclaration(statement)) {
      const to = statement.moduleSpecifier;
      const target = to && isStringLiteral(to) ? fileOf(file, to.text) : undefined;
      const list = isImportDeclaration(statement)
        ? statement.importClause?.namedBindings
        : statement.exportClause;
      if (!list || (!isNamedImports(list) && !isNamedExports(list))) continue;
      for (const { name, propertyName } of list.elements)
        if (target !== undefined) from.set(name.text, { file: target, name: (propertyName ?? name).text });
    } else if (isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        for (const name of namesIn(declaration.name)) declared.set(name, saidBy(declaration));
    } else {
      const { name } = statement as Node & { readonly name?: Node };
      if (name && isIdentifier(name)) declared.set(name.text, saidBy(statement));
    }
  }
  return { declared, from };
}

function namesIn(node: Node): string[] {
  if (isIdentifier(node)) return [node.text];
  const names: string[] = [];
  node.forEachChild((child) => void names.push(...namesIn(child)));
  return names;
}

/** The file of the product that a specifier names. */
function fileOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  return specifier.startsWith('#') ? join(ROOT, 'src', specifier.slice(1)) : undefined;
}

/** What is said in the text of a node, types left out. */
function saidBy(root: Node): Said {
  const codes = new Set<number>();
  const names = new Set<string>();
  const numbers = new Set<number>();
  let chosen = false;
  const look = (node: Node): void => {
    if (isTypeNode(node)) return;
    if (isIdentifier(node)) names.add(node.text);
    if (isNewExpression(node) && isIdentifier(node.expression) && node.expression.text === 'Fault') {
      const [code] = node.arguments ?? [];
      if (code && isNumericLiteral(code)) codes.add(Number(code.text));
      else chosen = true;
    }
    if (isNumericLiteral(node)) numbers.add(Number(node.text));
    // What stands behind the dot is a name of something else.
    if (isPropertyAccessExpression(node)) look(node.expression);
    else node.forEachChild((child) => look(child));
  };
  look(root);
  // One that is chosen at run time is among the numbers of the same text.
  if (chosen) for (const code of numbers) if (CODES.has(code)) codes.add(code);
  return { codes, names };
}

import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Symbol, Type } from 'typescript/unstable/sync';
import { unitOf } from './unit.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A schema that stands by itself, and where its type is declared. */
export interface Component {
  readonly name: string;
  readonly file: string;
  schema: Schema;
}

/** Stands for the row of a resource, whose fields its definition tells. */
const ROW: Schema = { $ref: '#row' };

/** Turns types into JSON schemas of what `JSON.stringify` writes of their values. */
export class Schemas {
  readonly components = new Map<number, Component>();
  readonly #checker: Checker;
  /** Types within which this one is being told. */
  readonly #open: number[] = [];
  readonly #known = new Map<number, Schema>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** The schema of a type. @throws Error where JSON cannot hold its values */
  of(type: Type): Schema {
    const known = this.#known.get(type.id);
    if (known) return known;
    const schema = this.#tell(type);
    if (this.#open.length === 0) this.#known.set(type.id, schema);
    return schema;
  }

  #tell(type: Type): Schema {
    const { flags } = type;
    if (flags & TypeFlags.AnyOrUnknown) return {};
    if (flags & TypeFlags.Never) return { not: {} };
    if (flags & (TypeFlags.Null | TypeFlags.VoidLike)) return { type: 'null' };
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & TypeFlags.BigIntLike)
      throw new Error(`JSON has no bigint: ${this.#checker.typeToString(type)}`);
    if (type.isLiteralType()) return enumOf([type.value]);
    if (flags & TypeFlags.StringLike) return { type: 'string' };
    if (flags & TypeFlags.NumberLike) return { type: 'number' };
    if (flags & TypeFlags.NonPrimitive) return { type: ['array', 'object'] };
    if (type.isUnionType()) return this.#union(type.getTypes());
    if (flags & TypeFlags.Instantiable) {
      const base = this.#checker.getBaseConstraintOfType(type);
      return base && base.id !== type.id ? this.of(base) : {};
    }
    if (type.isIntersectionType()) {
      const plain = type.getTypes().find((part) => part.flags & TypeFlags.Primitive);
      if (plain) return this.of(plain);
    }
    return this.#object(type);
  }

  #union(types: readonly Type[]): Schema {
    const values: unknown[] = [];
    const others: Schema[] = [];
    for (const type of types) {
      if (type.flags & TypeFlags.VoidLike) continue;
      if (type.isLiteralType()) values.push(type.value);
      else if (type.flags & TypeFlags.Null) values.push(null);
      else others.push(this.of(type));
    }
    const all = values.includes(true) && values.includes(false);
    const rest = all ? values.filter((value) => typeof value !== 'boolean') : values;
    if (all) others.push({ type: 'boolean' });
    if (others.some((one) => Object.keys(one).length === 0)) return {};
    if (others.length === 0) return enumOf(rest);
    const [only] = others;
    const key = JSON.stringify(only);
    if (only && others.every((one) => JSON.stringify(one) === key)) {
      if (rest.length === 0) return only;
      if (rest.length === 1 && rest[0] === null && typeof only['type'] === 'string' && !('enum' in only))
        return { ...only, type: [only['type'], 'null'] };
    }
    return { anyOf: [...others, ...(rest.length > 0 ? [enumOf(rest)] : [])] };
  }

  #object(type: Type): Schema {
    const checker = this.#checker;
    if (checker.isTupleType(type) && type.isTypeReference()) {
      const items = checker.getTypeArguments(type).map((one) => this.of(one));
      return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
    }
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type);
      return { type: 'array', items: item ? this.of(item) : {} };
    }
    const symbol = type.getAliasSymbol() ?? type.getSymbol();
    if (symbol?.name === 'Date') return { type: 'string', format: 'date-time' };
    if (symbol?.name === 'JsonRow') return ROW;
    const written = checker.getPropertyOfType(type, 'toJSON');
    if (written) throw new Error(`${symbol?.name} writes itself as something else: answer that`);
    const component = this.components.get(type.id);
    if (component) return refTo(type.id);
    const generic = type.getAliasTypeArguments().length > 0 || (type.isTypeReference() && checker.getTypeArguments(type).length > 0); // prettier-ignore
    const own = symbol?.declarations.find(({ path }) => !path.includes('/node_modules/'));
    const named = !generic && symbol !== undefined && own !== undefined && !symbol.name.startsWith('__');
    const inside = this.#open.includes(type.id);
    if (named || inside) {
      const made: Component = { name: symbol && !symbol.name.startsWith('__') ? symbol.name : 'Node', file: own?.path ?? '', schema: {} }; // prettier-ignore
      this.components.set(type.id, made);
      if (inside) return refTo(type.id);
      made.schema = this.#properties(type, symbol);
      return refTo(type.id);
    }
    this.#open.push(type.id);
    const schema = this.#properties(type, undefined);
    this.#open.pop();
    const found = this.components.get(type.id);
    if (!found) return schema;
    found.schema = schema;
    return refTo(type.id);
  }

  #properties(type: Type, symbol: Symbol | undefined): Schema {
    const checker = this.#checker;
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const value = checker.getTypeOfSymbol(property);
      if (!value || property.name.startsWith('__@')) continue;
      const words = checker.getDocumentationCommentOfSymbol(property).trim();
      const reported = this.of(value);
      const unit = isNumeric(reported) ? unitOf(property.name, words) : undefined;
      properties[property.name] = {
        ...reported,
        ...(words === '' ? {} : { description: words }),
        ...(unit === undefined ? {} : { 'x-unit': unit }),
      };
      if (!(property.flags & SymbolFlags.Optional) && !mayBeUndefined(value)) required.push(property.name);
    }
    const [index] = checker.getIndexInfosOfType(type);
    const words = symbol ? checker.getDocumentationCommentOfSymbol(symbol).trim() : '';
    return {
      type: 'object',
      ...(words === '' ? {} : { description: words }),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.of(index.valueType) } : {}),
      // A row of a resource with more beside its fields: what is written of one into an object keeps its index.
      ...(index && index.valueType.flags & TypeFlags.Unknown && 'id' in properties ? { 'x-row': true } : {}),
    };
  }
}

/** A number, or a list of them. */
const isNumeric = ({ type, items }: Schema): boolean =>
  [type].flat().includes('number') || (type === 'array' && items !== undefined && isNumeric(items as Schema));

/** Stands for a component until all have their names. */
const refTo = (id: number): Schema => ({ $ref: `#${id}` });

const mayBeUndefined = (type: Type): boolean =>
  type.isUnionType()
    ? type.getTypes().some((one) => one.flags & TypeFlags.VoidLike)
    : (type.flags & TypeFlags.VoidLike) !== 0;

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? 'integer'
        : 'number'
      : typeof value;

/** Some values, in an order that stays. */
function enumOf(values: readonly unknown[]): Schema {
  const types = [...new Set(values.map(typeOf))].toSorted();
  const sorted = values.toSorted((a, b) =>
    typeOf(a) + JSON.stringify(a) < typeOf(b) + JSON.stringify(b) ? -1 : 1,
  );
  if (values.length === 1 && values[0] === null) return { type: 'null' };
  return { type: types.length === 1 ? types[0] : types, enum: sorted };
}

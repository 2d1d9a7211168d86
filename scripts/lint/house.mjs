// The linter's own rules of this house: what no rule at hand can say.
import { dirname, join, relative, sep } from 'node:path';
import { seriesDoor } from './seriesDoor.mjs';
import { shortFunctions } from './shortFunctions.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** What is counted or measured in whole steps of time may be added as it is. */
const WHOLE =
  /^(n|i|at|to|ts|meters|widths|from|end|begin|start|count|length|size|bytes|rows|ms|days|width|height|round|floor|ceil|[A-Z_]+_MS|[a-zA-Z]+(Count|Length|Ms|Seconds|Minutes|Days|Rows|Width)|[a-z]+[NS])$/;

const SENTENCE =
  'Figures are added exactly: sumOf of #domain/decimal/sum.ts, or millionths. Counts and times have names that say so (n, count, length, …Ms, …S).';

/**
 * The names of what an expression adds: of a member its property, of a call what is called.
 * @param {any} node @returns {string[]}
 */
function namesOf(node) {
  switch (node?.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
      return node.computed ? namesOf(node.object) : [node.property.name];
    case 'CallExpression':
      return namesOf(node.callee);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'UnaryExpression':
      return namesOf(node.expression ?? node.argument);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [...namesOf(node.left), ...namesOf(node.right)];
    case 'ConditionalExpression':
      return [...namesOf(node.consequent), ...namesOf(node.alternate)];
    case 'Literal':
      return [];
    default:
      return ['?'];
  }
}

/** @param {any} node */
const isWhole = (node) => namesOf(node).every((name) => WHOLE.test(name));

/** @param {any} node */
const isNumber = (node) => node?.type === 'Literal' && typeof node.value === 'number';

/**
 * What a function that adds onto its first parameter adds; null where it does something else.
 * @param {any} fn
 */
function addedBy(fn) {
  const sum = fn?.params?.[0]?.name;
  const body =
    fn?.body?.type === 'BlockStatement'
      ? fn.body.body.length === 1 && fn.body.body[0].type === 'ReturnStatement'
        ? fn.body.body[0].argument
        : null
      : fn?.body;
  if (!sum || body?.type !== 'BinaryExpression' || body.operator !== '+') return null;
  /** @param {any} node @returns {any[]} */
  const terms = (node) =>
    node.type === 'BinaryExpression' && node.operator === '+'
      ? [...terms(node.left), ...terms(node.right)]
      : [node];
  const all = terms(body);
  const rest = all.filter((node) => !(node.type === 'Identifier' && node.name === sum));
  return rest.length < all.length ? rest : null;
}

/** Energies, costs and what is made of them are never added as floats. */
const exactSum = {
  /** @param {any} context */
  create(context) {
    /** @param {any} node @param {any} name */
    const startsAtNumber = (node, name) => {
      for (let scope = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const found = scope.set.get(name);
        if (found) return found.defs.some((/** @type {any} */ { node: at }) => isNumber(at.init));
      }
      return false;
    };
    // Properties that begin as a number somewhere in the file, and what is added onto properties.
    const numbers = new Set();
    /** @type {any[]} */
    const onto = [];
    /** @param {any} node */
    const property = ({ key, computed, value }) => {
      if (!computed && isNumber(value)) numbers.add(key.name);
    };
    return {
      Property: property,
      PropertyDefinition: property,
      /** @param {any} node */
      CallExpression(node) {
        if (node.callee.type !== 'MemberExpression' || node.callee.property.name !== 'reduce') return;
        const [fn, start] = node.arguments;
        if (start && !isNumber(start)) return;
        const added = addedBy(fn);
        if (added && !added.every(isWhole)) context.report({ node, message: SENTENCE });
      },
      /** @param {any} node */
      AssignmentExpression(node) {
        if (node.operator !== '+=') return;
        if (node.left.type === 'MemberExpression' && !node.left.computed) onto.push(node);
        if (node.left.type !== 'Identifier') return;
        // The step of a loop is no sum.
        if (node.parent.type === 'ForStatement' && node.parent.update === node) return;
        if (!isWhole(node.right) && startsAtNumber(node, node.left.name))
          context.report({ node, message: SENTENCE });
      },
      'Program:exit'() {
        for (const node of onto) {
          const { name } = node.left.property;
          if (numbers.has(name) && !WHOLE.test(name) && !isWhole(node.right))
            context.report({ node, message: SENTENCE });
        }
      },
    };
  },
};

const TIMES = new Map([
  [3_600_000, 'HOUR_MS of #domain/time/duration.ts'],
  [86_400_000, 'DAY_MS of #domain/time/duration.ts'],
  ['Asia/Shanghai', 'HOME_ZONE of #domain/time/homeZone.ts'],
]);

/** Hours and days in milliseconds, and the zone of what has none, have a name, and stand once. */
const lengths = {
  /** @param {any} context */
  create: (context) => ({
    /** @param {any} node */
    Literal(node) {
      const name = TIMES.get(node.value);
      if (name) context.report({ node, message: `Take ${name}.` });
    },
  }),
};

const ONE_WAY =
  'Calls and files go through #web/api.ts (get, post, upload, saveFile): there an ended session and a refusal are told.';

/** The page speaks with the server in one place, so that no failure is saved, shown raw or lost. */
const oneWay = {
  /** @param {any} context */
  create(context) {
    /** @param {any} node */
    const refuse = (node) => context.report({ node, message: ONE_WAY });
    return {
      /** @param {any} node */
      CallExpression({ callee }) {
        if (callee.name === 'fetch' || (callee.property?.name === 'fetch' && callee.object.name === 'window'))
          refuse(callee);
      },
      /** @param {any} node */
      NewExpression({ callee }) {
        if (callee.name === 'XMLHttpRequest') refuse(callee);
      },
      /** @param {any} node */
      AssignmentExpression({ left }) {
        if (left.type === 'MemberExpression' && left.property.name === 'download') refuse(left);
      },
      /** @param {any} node */
      JSXAttribute(node) {
        const { name, value } = node;
        const called = value?.expression?.callee?.name;
        if (name.name === 'download' || (name.name === 'href' && called === 'callAddress')) refuse(node);
      },
    };
  },
};

const DOOR =
  'On the web, features meet at the door web/public.ts, resources at web/slots.ts; what several features share stands in src/web.';

/** The web half of a feature: its room, and the file in it. */
const WEB_FILE = /^(src\/feature\/\w+\/\w+)\/web\/(.+)$/;

/**
 * Whether a file may import a file of a feature's web half, both from the root of the repository.
 * @param {string} file @param {string} imported
 */
function mayEnter(file, imported) {
  const [, room, inside] = WEB_FILE.exec(imported) ?? [];
  if (!room || file.startsWith(`${room}/`) || inside === 'public.ts') return true;
  if (inside === 'slots.ts') return /^src\/resource\/.+\.web\.tsx$/.test(file);
  return inside === 'index.ts' && file === 'src/web/features.ts';
}

/** No page reaches into the rooms of another feature, at once or later, for a value or a type. */
const door = {
  /** @param {any} context */
  create(context) {
    const file = relative(ROOT, context.filename).split(sep).join('/');
    /** @param {any} source */
    const look = (source) => {
      if (typeof source?.value !== 'string') return;
      const imported = source.value.startsWith('#feature/')
        ? `src/${source.value.slice(1)}`
        : join(dirname(file), source.value).split(sep).join('/');
      if (/^[#.]/.test(source.value) && !mayEnter(file, imported))
        context.report({ node: source, message: DOOR });
    };
    /** @param {any} node */
    const from = (node) => look(node.source);
    return {
      ImportDeclaration: from,
      ExportNamedDeclaration: from,
      ExportAllDeclaration: from,
      ImportExpression: from,
      /** @param {any} node */
      TSImportType: (node) => look(node.source ?? node.argument?.literal ?? node.argument),
    };
  },
};

const ONE_TABLE =
  'A table is the Table of #web/ui/Table.tsx, a page of rows its ListTable; what must be written by hand is named in .oxlintrc.json.';

/** Heads, numbers, units, captions and what scrolls look and read alike, because one component writes them. */
const oneTable = {
  /** @param {any} context */
  create: (context) => ({
    /** @param {any} node */
    JSXOpeningElement(node) {
      if (node.name.name === 'table') context.report({ node, message: ONE_TABLE });
    },
  }),
};

export default {
  meta: { name: 'house' },
  rules: {
    'exact-sum': exactSum,
    lengths,
    'one-way': oneWay,
    'one-table': oneTable,
    door,
    'short-functions': shortFunctions,
    'series-door': seriesDoor,
  },
};

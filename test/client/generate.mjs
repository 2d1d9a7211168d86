// Writes the types of a client from an OpenAPI document: node generate.mjs <openapi.json> <types>
// The generator builds syntax with an older compiler, whose programming interface that of this project no longer has.
import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const older = new URL('../../node_modules/@ts-morph/common/dist/typescript.js', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: older, format: 'commonjs', shortCircuit: true } : next(name, context),
});
const { default: openapiTS, astToString } = await import('openapi-typescript');
const [, , document = '', types = ''] = process.argv;
const nodes = await openapiTS(JSON.parse(readFileSync(document, 'utf8')), { defaultNonNullable: false });
writeFileSync(types, astToString(nodes));

export { entriesQuery, type FlatNode, flatQuery } from './calls.ts';
export { useNamed } from './useNamed.ts';

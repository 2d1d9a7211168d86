/** The door of standards: what a person holds an object against. */
export { setStandard, standardOf } from './standard.ts';

export { compare as routes } from './compare.ts';

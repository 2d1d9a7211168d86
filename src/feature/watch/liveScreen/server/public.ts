/** The door of the live screens on the server: who counts in what is so now, and how transformers are loaded. */
export { countNow } from './countNow.ts';
export { CAPACITY, meteredTransformers } from './transformers.ts';

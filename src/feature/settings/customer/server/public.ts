/** The door of the customers. */
export { pictureAddress } from './consumer.ts';

/** The door of reporting: the loop of the worker, what its resources do beyond their definitions, what is due. */
export { startUploadLoop } from './loop.ts';
export { dueOfEnterprise } from './dueOf.ts';
export { uploadSlots } from './slots.ts';

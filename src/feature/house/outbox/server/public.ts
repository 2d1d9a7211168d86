/** The door of the outbox: file a letter or a short message in one's own transaction; the worker sends it. */
export { isMailAddress, isTelephone, sendMail, sendSms } from './file.ts';
export { startOutboxLoop } from './loop.ts';

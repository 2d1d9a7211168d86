/** The door of the outbox: file a letter or a short message in one's own transaction; the worker sends it. */
export {
  type Attachment,
  isMailAddress,
  isTelephone,
  type Mail,
  sendMail,
  sendSms,
  type Sms,
} from './file.ts';
export { startOutboxLoop } from './loop.ts';

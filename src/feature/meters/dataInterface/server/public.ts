/** The door of the data interface: columns of meters by bucket or as received, within the executor's scope. */
export { asReceived } from './asReceived.ts';
export { bucketCodes, levelOf } from './getData.ts';
export { readColumns } from './readColumns.ts';
export { AS_RECEIVED, dateTime, interval } from './span.ts';

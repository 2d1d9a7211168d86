/** The messaging service: the broker of this process, live values, tokens of browsers. */
export { type Messaging, type MessagingOptions, startMessaging } from './messaging.ts';
export { tellFoldsOf } from './folded.ts';
export { mountDoorFigures } from './figures.ts';
export { tellAll, tellOnCommit } from './live.ts';
export { type RpcAsk, type RpcOutcome, sendRpc } from './rpc.ts';

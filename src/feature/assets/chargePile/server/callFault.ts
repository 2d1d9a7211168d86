/** Errors that a call of a charger is answered with (OCPP 1.6J section 4.2.3). */
type CallFaultCode = 'PropertyConstraintViolation' | 'InternalError';

/** A fault of a call as `ocpp-rpc` answers it: it takes its code, message and details from the error. */
export class CallFault extends Error {
  readonly rpcErrorCode: CallFaultCode;
  readonly details = {};

  constructor(code: CallFaultCode, text: string) {
    super(text);
    this.name = 'CallFault';
    this.rpcErrorCode = code;
  }
}

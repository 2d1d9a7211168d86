/** A call that did not succeed. `code` is the envelope's, the HTTP status, or -1 when the network failed. */
export class ApiError extends Error {
  readonly code: number;
  /** The form field or parameter at fault, where the server names one. */
  readonly field: string | undefined;
  readonly data: unknown;

  constructor(code: number, message: string, field?: string, data?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.field = field;
    this.data = data;
  }
}

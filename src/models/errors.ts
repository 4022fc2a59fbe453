// The three errors that a request can cause in the models; anything else that is thrown is a bug. `message` is meant
// for the client and holds no secret, code, token or e-mail address.

/** The value of a parameter is invalid in itself. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
  readonly field: string;
  /** What is wrong, where a form says more than that the field is. */
  readonly reason: string | undefined;

  constructor(field: string, message: string, reason?: string) {
    super(message);
    this.field = field;
    this.reason = reason;
  }
}

/** The value is valid in itself but conflicts with what is stored. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly field: string;
  /** With what, where a form says more than that the value is taken. */
  readonly reason: string | undefined;

  constructor(field: string, message: string, reason?: string) {
    super(message);
    this.field = field;
    this.reason = reason;
  }
}

/** The publication has no such record; another publication's record gives the same error as one that never existed. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

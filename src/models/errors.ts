// The three ways in which a request can be wrong about the records. Anything else that is thrown is a bug.
// `message` is for the client and holds no secret, code, token or e-mail address.

/** The value of a parameter is refused in itself. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The value is good in itself but clashes with what is stored. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** No such record in this publication; the same for another publication's record and for one that never was. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

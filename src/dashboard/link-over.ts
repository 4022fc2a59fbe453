// What a link of a mail or of the command line answers once it is over.

/** A sign-in link or an invitation that was used already, was revoked, or has expired. */
export class LinkOver extends Error {
  override readonly name = 'LinkOver';
}

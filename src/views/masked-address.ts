// Shows an e-mail address to somebody who has not proved that it is theirs: enough to recognise, too little to learn.

const HIDDEN = '•••';

/** Our choice: the first character of the name and of the domain, and the last label: g•••@e•••.org. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)];
  const lastDot = domain.lastIndexOf('.');
  return `${firstOf(name)}${HIDDEN}@${firstOf(domain)}${HIDDEN}${lastDot === -1 ? '' : domain.slice(lastDot)}`;
}

/** Returns nothing of a text of one character, which would be all of it. */
function firstOf(text: string): string {
  const [first = '', ...others] = text;
  return others.length === 0 ? '' : first;
}

// Converts the contract's names to the conventions of each language.

/** invalid_param → InvalidParam */
export function pascal(words: string): string {
  return words.replaceAll(/(?:^|[_.-])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** invalid_param → InvalidParamError, but internal_error → InternalError */
export function className(code: string): string {
  return `${pascal(code).replace(/Error$/, '')}Error`;
}

/** Text as a documentation comment, indented. */
export function docComment(text: string | undefined, indent: string): string {
  if (text === undefined || text.trim() === '') return '';
  const lines = text
    .trim()
    .replaceAll('*/', '* /')
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

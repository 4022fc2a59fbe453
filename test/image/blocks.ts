// The blocks of the docs that are tried as they stand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './installed.ts';

/**
 * The blocks of a section that name their language, in order; commands without their prompt.
 * @param page a file of docs/
 */
export function blocksOf(page: string, heading: string): string[] {
  const text = readFileSync(join(PROJECT, 'docs', page), 'utf8');
  const section = text.split(/^###? /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```\w+\n(.*?)^```/gms)].map(([, block = '']) => block.replaceAll(/^\$ /gm, ''));
}

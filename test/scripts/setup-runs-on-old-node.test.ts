// The set-up runs before a Node 24 is there, on whatever Node the system has from version 20 on: it uses nothing that came later.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../scripts/', import.meta.url);
const files = ['setup.mjs', ...readdirSync(new URL('setup/', FOLDER)).map((name) => `setup/${name}`)];
/** Of Node 22 and later, and of the JavaScript that came with them. */
const TOO_NEW =
  /\b(globSync|stripTypeScriptTypes|registerHooks|Object\.groupBy|Map\.groupBy|Promise\.withResolvers|Promise\.try|Set\.prototype\.union|import\.meta\.(dirname|filename))\b|node:sqlite|\bfs\.glob\b/;

describe('the set-up', () => {
  it.each(files)('%s uses nothing newer than Node 20', (file) => {
    expect(readFileSync(new URL(file, FOLDER), 'utf8')).not.toMatch(TOO_NEW);
  });
});

// Who may import whom (docs/architecture.md): downwards only, doors never each other, no cycles, no barrels, generated/ by doors and http alone.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const DOORS = ['api', 'oauth', 'pages', 'notifications', 'sandbox', 'mailbox', 'reference', 'cli'];

/** What each room may import besides itself; `src` are the files at the top of src/. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  database: [],
  models: ['database', 'config'],
  tokens: ['models', 'database'],
  payments: ['models', 'database', 'config', 'service'],
  outbound: ['tokens', 'models', 'database', 'config', 'service'],
  http: ['database', 'config', 'generated'],
  site: ['http', 'payments', 'outbound', 'tokens', 'models', 'database', 'config', 'service', 'templates'],
  api: ['http', 'payments', 'outbound', 'tokens', 'models', 'database', 'config', 'service', 'generated'],
  oauth: ['site', 'http', 'payments', 'outbound', 'tokens', 'models', 'database', 'config', 'service', 'generated'],
  pages: ['site', 'http', 'payments', 'outbound', 'tokens', 'models', 'database', 'config', 'service', 'generated'],
  notifications: ['payments', 'models', 'database', 'service'],
  sandbox: ['site', 'http', 'payments', 'models', 'database', 'service'],
  mailbox: ['http', 'models', 'database', 'config', 'service'],
  reference: ['config', 'service'],
  cli: ['site', 'payments', 'outbound', 'tokens', 'models', 'database', 'config', 'service', 'start-failure', 'node-version'],
  config: [],
  service: ['config', 'database', 'tokens'],
  'start-failure': ['config'],
  'node-version': [],
  worker: ['site', 'payments', 'outbound', 'models', 'database', 'config', 'service'],
  app: [...DOORS, 'site', 'http', 'config', 'service'],
  server: ['app', 'http', 'worker', 'config', 'service', 'start-failure', 'tokens', 'database'],
  main: ['server', 'node-version'],
  generated: ['http', 'generated'],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const files = ['src', 'generated'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name)),
);

const imports: Import[] = files.flatMap((from) =>
  [...readFileSync(join(ROOT, from), 'utf8').matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import '(\.[^']+)'/gms)].map((match) => ({
    from,
    to: normalize(join(dirname(from), match[2] ?? match[3] ?? match[4] ?? '')),
    isType: match[1] !== undefined,
  })),
);

function roomOf(file: string): string {
  const [top = '', room = '', rest] = file.split('/');
  if (top !== 'src') return top;
  return rest === undefined ? room.replace(/\.ts$/, '') : room;
}

describe('imports', () => {
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(200);
  });

  it('go downwards only', () => {
    const upwards = imports.filter(({ from, to }) => roomOf(from) !== roomOf(to) && !(MAY_IMPORT[roomOf(from)] ?? []).includes(roomOf(to)));
    expect(upwards.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('know every room', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it('make no cycle but among types', () => {
    const next = Map.groupBy(imports.filter(({ isType }) => !isType), ({ from }) => from);
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      if (done.has(file) || path.includes(file)) return;
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('keep libraries in their rooms: jose in tokens, Fastify out of what is below the doors', () => {
    const strays = files.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const room = roomOf(file);
      return (/from 'jose'/.test(text) && room !== 'tokens') || (/from '(fastify|@fastify\/[^']+)'/.test(text) && ['database', 'models', 'tokens', 'payments', 'outbound', 'worker', 'cli'].includes(room));
    });
    expect(strays).toEqual([]);
  });

  it('find no barrel and no default export of ours', () => {
    const barrels = files.filter((file) => file.startsWith('src/') && /^export \* from|^export default/m.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(barrels).toEqual([]);
  });
});

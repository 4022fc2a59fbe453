// Templates match the types of their data: each is compiled to TypeScript and type-checked, so that a misspelt variable
// fails here and does not appear as "undefined" on a page.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = `${PROJECT}test/structure/templates.generated.ts`;
const TAG = /<%[-_]?\s*([=~]?)([\s\S]*?)[-_]?%>/g;
const HEAD = `
import type { Shell } from '../../src/dashboard/show.ts';
import type { FormError } from '../../src/views/page-data.ts';
import type { MailFrame, MailTemplates } from '../../src/mails/templates.ts';
import type { Frame, Parts, Templates } from '../../src/views/templates.ts';
import type { Translate } from '../../src/views/text.ts';
declare const t: Translate;
type PartName = \`/parts/\${keyof Parts & string}\`;
type PartData<Name> = Name extends \`/parts/\${infer Part}\` ? (Part extends keyof Parts ? Parts[Part] : never) : never;
declare function include<Name extends PartName>(name: Name, data: PartData<Name>): string;
declare function layout(name: '/layout', data: { title: string; isFault: boolean }): void;
type DashboardLayout = { title: string; isFault: boolean; shell: Shell; csrfToken: string; errors: readonly FormError[]; notice: string };
declare function layout(name: '/dashboard/layout', data: DashboardLayout): void;
declare function layout(name: '/mail/layout.html.eta', data: { title: string; preview: string }): void;
declare function output(text: string | number): void;
`;

function typeOf(name: string): string {
  if (name === 'layout') return '{ title: string; isFault: boolean; body: string; frame: Frame }';
  if (name === 'dashboard/layout') return 'DashboardLayout & { body: string; frame: Frame }';
  if (name === 'mail/layout.html') return '{ title: string; preview: string; body: string } & MailFrame';
  if (name.startsWith('mail/'))
    return `MailTemplates['${name.slice('mail/'.length).replace(/\.(text|html)$/, '')}'] & MailFrame`;
  return name.startsWith('parts/')
    ? `Parts['${name.slice('parts/'.length)}'] & { frame: Frame }`
    : `Templates['${name}'] & { frame: Frame }`;
}

function toTypeScript(name: string, template: string): string {
  const statements = [...template.matchAll(TAG)].map(([, kind, code = '']) =>
    kind === '' ? code : `output(${code});`,
  );
  return `export function _${name.replaceAll(/\W/g, '_')}(it: ${typeOf(name)}): void { void it;\n${statements.join('\n')}\n}`;
}

/** What was parsed already, by its file. */
const sources = new Map<string, ts.SourceFile>();
/** Each declares the data of its templates beside itself. */
const PAGES = globSync('src/**/*.ts', { cwd: PROJECT })
  .map((file) => `${PROJECT}${file}`)
  .filter((file) => readFileSync(file, 'utf8').includes('interface Templates {'));

/** The names of the templates whose data the file declares. */
function declaredIn(file: string): string[] {
  const [, declared = ''] =
    /( *)interface Templates \{\n([\s\S]*?)\n\1\}/.exec(readFileSync(file, 'utf8'))?.slice(1) ?? [];
  const indent = /^ */.exec(declared)?.[0] ?? '';
  return [...declared.matchAll(new RegExp(`^${indent}'?([\\w/-]+)'?:`, 'gm'))].map(([, name = '']) => name);
}

/** What the type checker says of templates under their names. */
function faultsOf(templates: Readonly<Record<string, string>>): string[] {
  const text =
    HEAD +
    Object.entries(templates)
      .map(([name, template]) => toTypeScript(name, template))
      .join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    lib: ['lib.es2024.d.ts'],
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) => {
    if (file === FILE) return ts.createSourceFile(file, text, version);
    const source = sources.get(file) ?? readSource(file, version);
    if (source !== undefined) sources.set(file, source);
    return source;
  };
  // Data is made of our own types alone: packages are left out, as reading theirs takes longer than all else.
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text: name }) =>
      name.startsWith('.') ? ts.resolveModuleName(name, from, options, host) : { resolvedModule: undefined },
    );
  const program = ts.createProgram([FILE, ...PAGES], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(FILE))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

function readTemplates(): Record<string, string> {
  const files = globSync('**/*.eta', { cwd: `${PROJECT}templates` });
  return Object.fromEntries(
    files.map((file) => [file.replace(/\.eta$/, ''), readFileSync(`${PROJECT}templates/${file}`, 'utf8')]),
  );
}

test('every template uses only what its data has', () => {
  const templates = readTemplates();
  expect(Object.keys(templates).length).toBeGreaterThan(14);
  expect(faultsOf(templates)).toEqual([]);
});

test('a misspelt variable, part, parameter or text would be seen', () => {
  const faulty = {
    'sign-in/sign-in': '<%= it.emial %>',
    'email-code': '<%~ include("/parts/feild", {}) %>',
    'account/account': '<%~ include("/parts/error-summary", { faults: [] }) %>',
    'subscribe/offers': '<% layout("/layout", { title: "Offers" }) %>',
    'mail/email-code.text': '<%= it.code %>',
    'sign-in/signed-out': "<%= t('signed-out.haeding') %>",
  };
  expect(faultsOf(faulty)).toHaveLength(Object.keys(faulty).length);
});

test('the data of a page stands beside the page, once, and views/ knows that of errors alone', () => {
  const declared = PAGES.flatMap((file) =>
    declaredIn(file).map((name) => ({ name, isInViews: file.startsWith(`${PROJECT}src/views/`) })),
  );
  const pages = Object.keys(readTemplates()).filter(
    (name) => !['layout', 'dashboard/layout'].includes(name) && !/^(?:parts|email|mail)\//.test(name),
  );
  expect(declared.map(({ name }) => name).toSorted()).toEqual(pages.toSorted());
  expect(declared.filter(({ isInViews }) => isInViews).map(({ name }) => name)).toEqual(['error']);
});

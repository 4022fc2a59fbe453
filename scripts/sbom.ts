// `npm run -s sbom`: a software bill of materials (CycloneDX 1.6, JSON) of what production runs, on every platform. It comes from the lock file, so
// that the same lock file gives the same bytes. `npm sbom --omit dev` leaves out packages that development needs as well.
import '../src/node-version.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  /** Needed by development, and optional in production. */
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Locked>>;

interface Component {
  readonly 'bom-ref': string;
  readonly type: 'library';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'optional';
}

export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Each package is known by its path in the lock file.
 * @param only of which packages, by that path; all of production by default
 */
export function billOfMaterials(project = PROJECT, only?: readonly string[]): BillOfMaterials {
  const read = (file: string): string => readFileSync(join(project, file), 'utf8');
  const { packages }: { packages: Packages } = JSON.parse(read('package-lock.json'));
  const { name, version, license, description } = JSON.parse(read('package.json'));
  const paths = only ?? Object.keys(packages).filter((path) => path !== '' && packages[path]?.dev !== true);
  const scalar = scalarComponent(JSON.parse(read('vendor/scalar/source.json')));
  const components = [...paths.map((path) => toComponent(path, lockedOf(packages, path))), scalar];
  const dependencies = ['', ...paths].map((path) => ({
    ref: path === '' ? name : path,
    dependsOn: [
      ...dependenciesOf(path, packages).filter((one) => paths.includes(one)),
      ...(path === '' ? [scalar['bom-ref']] : []),
    ].toSorted(),
  }));
  const licenses = licensesOf(license);
  const content = {
    version: 1,
    metadata: { component: { 'bom-ref': name, type: 'application', name, version, description, licenses } },
    components,
    dependencies,
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(content),
    ...content,
  };
}

/** Throws for a path that is not in the lock file. */
function lockedOf(packages: Packages, path: string): Locked {
  const found = packages[path];
  if (found === undefined) throw new Error(`the lock file has no ${path}`);
  return found;
}

function toComponent(
  path: string,
  { version, integrity = '', license = '', optional, devOptional }: Locked,
): Component {
  const name = nameOf(path);
  return {
    'bom-ref': path,
    type: 'library',
    name,
    version,
    scope: optional === true || devOptional === true ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
    licenses: licensesOf(license),
    purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
  };
}

/** One licence, or an expression of several, such as MIT OR CC0-1.0. */
function licensesOf(license: string): Component['licenses'] {
  return [license.includes(' ') ? { expression: license } : { license: { id: license } }];
}

/** The one library that lies among the sources. */
function scalarComponent({
  package: name,
  version,
}: {
  readonly package: string;
  readonly version: string;
}): Component {
  return {
    'bom-ref': 'vendor/scalar',
    type: 'library',
    name,
    version,
    scope: 'required',
    licenses: [{ license: { id: 'MIT' } }],
    purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** As Node resolves them: beside the package first, then further out. Peers that are not there are none. */
function dependenciesOf(path: string, packages: Packages): string[] {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
      const found = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
      if (packages[found] !== undefined) return [found];
      if (folder === '') return [];
    }
  });
}

/** A UUID (RFC 9562, version 8) of the content. */
function serialOf(document: object): string {
  const hex = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function toText(bill: BillOfMaterials): string {
  return `${JSON.stringify(bill, null, 2)}\n`;
}

if (import.meta.main) process.stdout.write(toText(billOfMaterials()));

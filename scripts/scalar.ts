// `npm run scalar`: writes vendor/scalar/ from the npm package that vendor/scalar/source.json names and pins; `-- --check` writes nothing and exits 1
// when the copy there is not the package's. The package is no dependency: its one file for browsers needs none of the 300 packages that it would bring.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';

const FOLDER = fileURLToPath(new URL('../vendor/scalar', import.meta.url));
const COPY = join(FOLDER, 'standalone.js.br');
const source = z.object({
  package: z.string(),
  version: z.string(),
  integrity: z.string(),
  file: z.string(),
  sha256: z.string(),
});

/** The package's file for browsers. Throws unless the package is the pinned one. */
function fetchStandalone(): Buffer {
  const {
    package: name,
    version,
    integrity,
    file,
    sha256,
  } = source.parse(JSON.parse(readFileSync(join(FOLDER, 'source.json'), 'utf8')));
  const folder = mkdtempSync(join(tmpdir(), 'masthead-scalar-'));
  try {
    execFileSync(
      'npm',
      ['pack', '--silent', '--ignore-scripts', `--pack-destination=${folder}`, `${name}@${version}`],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== integrity) throw new Error(`${name}@${version} is ${found}, and not what was pinned: ${integrity}`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, `package/${file}`]);
    const standalone = readFileSync(join(folder, 'package', file));
    const hash = createHash('sha256').update(standalone).digest('hex');
    if (hash !== sha256) throw new Error(`${file} is ${hash}, and not what was pinned: ${sha256}`);
    return standalone;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compressed(text: Buffer): Buffer {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

const standalone = fetchStandalone();
if (!process.argv.includes('--check')) writeFileSync(COPY, compressed(standalone));
else if (!brotliDecompressSync(readFileSync(COPY)).equals(standalone)) {
  process.stderr.write('vendor/scalar/standalone.js.br is not the file of the package: run npm run scalar\n');
  process.exitCode = 1;
}

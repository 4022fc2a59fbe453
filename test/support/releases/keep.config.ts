// How scripts/keep-release.ts runs keep.ts, which is no test of the project.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: { include: ['test/support/releases/keep.ts'], env: { TEST_DATABASE: 'sqlite' } },
});

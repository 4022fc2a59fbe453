// openapi-python-client and oapi-codegen, as they come.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT, run } from '../../scripts/sdk/sdk.ts';
import { goEnvironment } from '../../scripts/setup/go.mjs';
import {
  goCommand,
  goGenerator,
  prepareGoSdk,
  preparePythonSdk,
  pythonGenerator,
  sdkPython,
} from '../../scripts/setup/sdk.mjs';
import { placeWalk, type Generator } from './generator.ts';

export const python: Generator = {
  name: 'openapi-python-client',
  prepare: preparePythonSdk,
  build: (document, folder) => {
    const output = join(folder, 'client');
    run(pythonGenerator, ['generate', '--path', document.path, '--meta', 'none', '--output-path', output]);
    const longAgo = document.hasTimes ? 'datetime.fromisoformat(long_ago)' : 'long_ago';
    placeWalk('walk.py', join(folder, 'walk.py'), document.group.moduleName, longAgo);
    return { command: sdkPython, args: ['-B', join(folder, 'walk.py')], env: { PYTHONPATH: folder } };
  },
};

export const go: Generator = {
  name: 'oapi-codegen',
  prepare: prepareGoSdk,
  build: (document, folder) => {
    writeFileSync(join(folder, 'generator.yaml'), 'package: main\ngenerate:\n  models: true\n  client: true\n');
    run(goGenerator, ['-config', join(folder, 'generator.yaml'), '-o', join(folder, 'client.gen.go'), document.path]);
    const longAgo = document.hasTimes ? 'given.LongAgo' : 'given.LongAgo.Format(time.RFC3339)';
    placeWalk('walk.go', join(folder, 'walk.go'), '', longAgo);
    for (const name of ['go.mod', 'go.sum']) copyFileSync(join(PROJECT, 'sdk/go', name), join(folder, name));
    run(goCommand(), ['build', '-o', 'walk', '.'], { cwd: folder, env: goEnvironment });
    return { command: join(folder, 'walk'), args: [] };
  },
};

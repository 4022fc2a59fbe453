// The client by openapi-generator, from its jar. Java compiles the program as it starts it.
import { join } from 'node:path';
import { PRODUCTS, sdkVersion } from '../../scripts/sdk/sdk.ts';
import { javaClasspath, SHORT_LIVED } from '../../scripts/setup/sdk.mjs';
import { describeWalk } from './walk.ts';

const classpath = [join(PRODUCTS, 'java', `masthead-client-${sdkVersion()}.jar`), javaClasspath].join(':');
describeWalk('Java', () => ({
  command: 'java',
  args: [...SHORT_LIVED, '-Dfile.encoding=UTF-8', '-cp', classpath, join(import.meta.dirname, 'Walk.java')],
}));

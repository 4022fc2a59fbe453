// Loaded before the service by --import: changes are written as ever, but no event is recorded and nothing is brought into the log, so that what the
// log costs is measured side by side. The service itself has no such switch.
import { registerHooks } from 'node:module';

const replacement = new URL('no-events.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const isReplaced =
      /\/src\/(models\/event|outbound\/event-logger)\.ts$/.test(resolved.url) && context.parentURL !== replacement;
    return isReplaced ? { ...resolved, url: replacement } : resolved;
  },
});

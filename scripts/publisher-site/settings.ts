// The addresses of this website, and its credentials as an OAuth application of its publication. In production these come from your
// own configuration; here from the environment, or from the file that the local demo writes.
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.object({
  /** {site_url} of the publication: the issuer of its tokens. */
  site_url: z.url(),
  /** Where this website is. */
  publisher_site_url: z.url(),
  /** As shown when the application was made. */
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  redirect_uri: z.url(),
  post_logout_redirect_uri: z.url(),
  /** Of the endpoint whose URL is {publisher_site_url}/events, as shown when it was made; without one, no events are taken. */
  endpoint_secret: z.string().startsWith('whsec_').optional(),
  name: z.string().default('The publisher’s website'),
});

export type Settings = z.infer<typeof schema>;

/** @param file such as data/demo.json; environment variables of the same names, in capitals, take precedence. Throws with the missing settings. */
export function readSettings(file: string, environment: Record<string, string | undefined>): Settings {
  const fromEnvironment = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name.toUpperCase()];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  return schema.parse({ ...readFile(file), ...fromEnvironment });
}

function readFile(file: string): object {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

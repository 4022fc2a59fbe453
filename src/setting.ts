// Reads settings of the environment: checks each by itself, then several together, and reports all faults at once.
import { z } from 'zod';

/** As given; an empty setting is absent. */
export type Settings = Readonly<Record<string, string | undefined>>;

export const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);

/** A schema that reads the whole environment and returns `toValue` of these settings. Each issue is a fault, one line long. */
export function settingsOf<Fields extends z.ZodObject, Value>(
  fields: Fields,
  jointFaults: (given: Settings) => readonly string[],
  toValue: (settings: z.output<Fields>) => Value,
) {
  return z.record(z.string(), z.string().optional()).transform((given, context): Value => {
    const result = fields.safeParse(given);
    const faults = [
      ...(result.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
      ...jointFaults(given),
    ];
    for (const message of faults) context.issues.push({ code: 'custom', message, input: given });
    return result.success ? toValue(result.data) : z.NEVER;
  });
}

const POSTGRES_SERVERS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+,[^/?]+)(.*)$/;

/** An address for each server of PostgreSQL that DATABASE_URL names, as libpq has them; else DATABASE_URL itself. */
export function databaseAddresses(url: string): readonly string[] {
  const [, start = '', hosts, end = ''] = POSTGRES_SERVERS.exec(url) ?? [];
  return hosts === undefined ? [url] : hosts.split(',').map((host) => start + host + end);
}

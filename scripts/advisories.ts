// `npm run -s advisories`: known vulnerabilities in the packages of production, as the registry knows them. Ends with 1 where one is high or critical,
// and with 3 where the registry gives no answer: nothing is known then, which is not the same as nothing is wrong.
import '../src/node-version.ts';
import { spawnSync } from 'node:child_process';

interface Report {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>;
}

const GRAVE: ReadonlySet<string> = new Set(['high', 'critical']);
const NOT_RUN = 3;

function ask(): Report {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return {};
  }
}

function judge({ metadata, vulnerabilities = {} }: Report): { readonly text: string; readonly code: number } {
  const counts = metadata?.vulnerabilities;
  if (counts === undefined) return { text: 'advisories: NOT RUN, the registry does not answer', code: NOT_RUN };
  const grave = Object.entries(vulnerabilities).filter(([, { severity }]) => GRAVE.has(severity));
  const lines = grave.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`);
  const summary = `advisories: ${grave.length} high or critical, ${(counts['total'] ?? 0) - grave.length} others`;
  return { text: [...lines, summary].join('\n'), code: grave.length === 0 ? 0 : 1 };
}

const { text, code } = judge(ask());
process.stdout.write(`${text}\n`);
process.exitCode = code;

// What `npm start` prints once everything answers.
import { relative } from 'node:path';
import type { Demo } from './publication.ts';

export function summaryOf(demo: Demo, file: string): string {
  const rows = [
    ['Dashboard', demo.dashboard_url],
    ['Site', demo.site_url],
    ['Offers', `${demo.site_url}/offers`],
    ['Mailbox', demo.mailbox_url],
    ["Publisher's site", demo.publisher_site_url],
    ['Data API', `curl -u ${demo.api_key}: ${demo.base_url}/2023-04-11/members`],
    // In the fragment, which browsers do not send; the page fills the key into its samples.
    ['Docs', `${demo.base_url}/docs#key=${demo.api_key}`],
    ['Ids and secrets', relative('', file)],
  ] as const;
  const width = Math.max(...rows.map(([name]) => name.length));
  const table = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n');
  return `\n${demo.name} is open.\n\n${table}\n\nThis is a sandbox: no money moves, and every mail stays in the mailbox. Ctrl-C ends it; the data is kept.\n`;
}

// The operator's page at the address of the metrics: what `masthead status` prints. It has no script, and fetches nothing.
import { wallOf, type Status } from './status.ts';

type Cell = string | number;

const STYLE = `
  :root { color-scheme: light dark; --line: #d4d4d8; --muted: #52525b; --bad: #b91c1c; --good: #15803d; --ground: #fff; --text: #18181b; }
  @media (prefers-color-scheme: dark) { :root { --line: #3f3f46; --muted: #a1a1aa; --bad: #fca5a5; --good: #86efac; --ground: #18181b; --text: #f4f4f5; } }
  html { background: var(--ground); color: var(--text); }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
  .muted { color: var(--muted); margin: 0; } .good { color: var(--good); } .bad { color: var(--bad); }
  .scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { text-align: left; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
  thead th { color: var(--muted); font-weight: 500; font-size: 0.9rem; } tbody th { font-weight: 500; white-space: normal; }
`;

/** @param status undefined where the database does not answer */
export function renderStatus(status: Status | undefined): string {
  const body = status === undefined ? '<p class="bad">The database does not answer.</p>' : sections(status);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Masthead: status</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Masthead</h1>
${body}
</main>
</body>
</html>
`;
}

function sections(status: Status): string {
  const { checked_at: at, problems, instances, deliveries, event_log: log, payments, reconciliations } = status;
  return `<p class="muted">As of ${show(at)}.</p>
<h2>${problems.length === 0 ? '<span class="good">Nothing needs a look</span>' : 'Needs a look'}</h2>
${problems.length === 0 ? '' : `<ul>${problems.map((text) => `<li class="bad">${show(text)}</li>`).join('')}</ul>`}
<h2>Instances</h2>
${table(
  ['Machine', 'State', 'Version', 'Started', 'Last seen'],
  instances.map((one) => [one.host, one.state, one.version, one.started_at, one.seen_at]),
)}
<h2>Deliveries</h2>
${table(
  ['Kind', 'Open', 'Oldest', 'Overdue', 'Dead letters'],
  deliveries.map((one) => [one.kind, one.open, ago(one.oldest_seconds), ago(one.overdue_seconds), one.dead]),
)}
<h2>Events, payments and backup</h2>
${table(
  ['What', 'Now'],
  [
    ['Events that wait to enter the log', `${log.pending}, the oldest for ${ago(log.lag_seconds)}`],
    [
      'Webhooks of payment gateways not applied',
      `${payments.webhooks_open}, overdue for ${ago(payments.webhooks_overdue_seconds)}`,
    ],
    ['Subscriptions past due', payments.past_due],
    [
      'Publications by the last nightly comparison',
      `${reconciliations.agreed} agreed, ${reconciliations.drifted} drifted, ${reconciliations.unfinished} unfinished`,
    ],
    ['Last backup', status.last_backup_at ?? 'none'],
    ['Replica', status.replica?.standing ?? 'none'],
    ['Second wall between publications', wallOf(status)],
  ],
)}`;
}

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return '<p class="muted">None.</p>';
  const head = heads.map((text) => `<th scope="col">${show(text)}</th>`).join('');
  const body = rows.map(([first = '', ...others]) => {
    const cells = others.map((cell) => `<td>${show(cell)}</td>`).join('');
    return `<tr><th scope="row">${show(first)}</th>${cells}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${show(heads[0] ?? '')}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

function ago(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

function show(cell: Cell): string {
  return String(cell).replaceAll(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}

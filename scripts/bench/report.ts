// The findings as a table for people, and the machine that they were found on.
import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Finding } from './part.ts';

export function machineLine(): string {
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
  return `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}, ${process.platform} ${process.arch}, load average ${load}`;
}

/** A Markdown table; columns in the order in which they first come up. */
export function toTable(findings: readonly Finding[]): string {
  const columns = [...new Set(findings.flatMap(({ figures }) => Object.keys(figures)))];
  const hasGoals = findings.some(({ goal }) => goal !== undefined);
  const rows = findings.map(({ name, figures, goal }) => [
    name,
    ...columns.map((column) => figures[column] ?? ''),
    ...(hasGoals ? [goalText(goal)] : []),
  ]);
  const header = ['', ...columns, ...(hasGoals ? ['goal'] : [])];
  const widths = header.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  return [line(header), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

function goalText(goal: Finding['goal']): string {
  return goal === undefined ? '' : `${goal.text}: ${goal.isMet ? 'met' : 'MISSED'}`;
}

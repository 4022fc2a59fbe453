// The pages of this website. Plain HTML; everything that comes from elsewhere is escaped.
import type { UserInfoResponse } from 'openid-client';
import type { Event } from './events.ts';
import type { Session } from './sessions.ts';

export const STYLESHEET = `
:root { color-scheme: light dark; font: 1.05rem/1.6 Georgia, serif; }
body { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header { border-bottom: 3px double; margin-bottom: 2rem; }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; font: .95rem/1.5 system-ui, sans-serif; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; font-family: system-ui, sans-serif; }
button { font: inherit; padding: .5rem 1rem; border: 1px solid; border-radius: .4rem; background: none; color: inherit; cursor: pointer; }
.notice { border-inline-start: 4px solid; padding: .25rem 1rem; font-family: system-ui, sans-serif; }
`;

export function homePage(name: string, notice: string, events: readonly Event[]): string {
  return page(
    name,
    notice,
    `
<p>Some stories are for subscribers. Sign in to read on.</p>
<div class="actions">${button('/auth/sign-in', 'Sign in')}${button('/auth/check', 'Am I signed in already?')}</div>
${eventList(events)}`,
  );
}

export function readerPage(
  name: string,
  notice: string,
  { claims }: Session,
  userinfo: UserInfoResponse | undefined,
  events: readonly Event[],
): string {
  return page(
    name,
    notice,
    `
<p>Good day${claims['name'] === undefined ? '' : `, ${escape(claims['name'])}`}. ${claims['plan'] === undefined ? 'You have no plan yet.' : `You read on the plan <strong>${escape(claims['plan'])}</strong>.`}</p>
<div class="actions">${button('/auth/check', 'Check again')}${button('/auth/sign-out', 'Sign out')}</div>
<h2>What the ID token said when you signed in</h2>
${table(claims)}
<h2>What userinfo says now</h2>
${userinfo === undefined ? '<p>Your access token is no longer good. Check again to get a new one.</p>' : table(userinfo)}
${eventList(events)}`,
  );
}

/** Everybody may open these pages, so they say what happened and not to whom. */
function eventList(events: readonly Event[]): string {
  if (events.length === 0) return '';
  const rows = events.map(
    ({ type, timestamp, data }) =>
      `<dt><time datetime="${escape(timestamp)}">${escape(timestamp.slice(11, 19))}</time></dt><dd>${escape(type)} ${escape(data['id'])}</dd>`,
  );
  return `<h2>What the service has told this site</h2>\n<dl>${rows.join('')}</dl>`;
}

function page(name: string, notice: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(name)}</title><link rel="stylesheet" href="/style.css"></head>
<body>
<header><h1>${escape(name)}</h1></header>
<main>${notice === '' ? '' : `<p class="notice" role="status">${escape(notice)}</p>`}${body}</main>
</body>
</html>`;
}

/** A form, since what it starts changes something. */
function button(action: string, text: string): string {
  return `<form method="post" action="${escape(action)}"><button>${escape(text)}</button></form>`;
}

function table(values: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(values).map(
    ([name, value]) =>
      `<dt>${escape(name)}</dt><dd>${escape(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

function escape(value: unknown): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return String(value).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

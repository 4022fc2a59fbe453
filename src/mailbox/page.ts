// Renders the mailbox: the text of each mail, and its HTML part in a sandboxed frame that runs no scripts and loads
// nothing.
import { Eta } from 'eta';
import type { MailboxMessage } from '../models/outbox/mailbox-message.ts';

const eta = new Eta({ autoEscape: true });

/** Inline styles are allowed, because frames with srcdoc inherit the policy and mails have inline styles. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

export const mailboxHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  article { border: 1px solid #8888; border-radius: .5rem; padding: 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
  h2 { margin: 0; font-size: 1.15rem; }
  pre { white-space: pre-wrap; font: inherit; }
  iframe { width: 100%; height: 24rem; border: 1px solid #8888; background: #fff; }
  input { font: inherit; min-width: 16rem; }
  button { font: inherit; }
</style>
</head>
<body>
<main>
<h1>Mailbox</h1>
<% if (it.refusal !== undefined) { %><p><%= it.refusal %></p><% } else { %>
<p>No mail server is set, so letters of this test environment are kept here for a week instead of being sent. The newest is first.</p>
<form action="/mailbox" method="get" role="search">
  <label for="to">Letters to</label>
  <input id="to" name="to" type="search" autocomplete="off" value="<%= it.recipient %>">
  <button>Show</button>
</form>
<% if (it.mails.length === 0) { %><p>There is no letter here yet.</p><% } %>
<% for (const mail of it.mails) { %>
<article aria-labelledby="<%= mail.id %>">
  <h2 id="<%= mail.id %>"><%= mail.subject %></h2>
  <p>To <%= mail.recipient %>, <time datetime="<%= mail.time %>"><%= mail.time %></time></p>
  <pre><%= mail.text %></pre>
  <details>
    <summary>As HTML</summary>
    <iframe sandbox="" title="<%= mail.subject %>, as HTML" srcdoc="<%= mail.html %>"></iframe>
  </details>
</article>
<% } %>
<% } %>
</main>
</body>
</html>
`;

export function renderMailbox(messages: readonly MailboxMessage[], recipient: string | undefined): string {
  const mails = messages.map((message) => ({ ...message, time: new Date(message.createdAt).toISOString() }));
  return eta.renderString(TEMPLATE, { refusal: undefined, mails, recipient: recipient ?? '' });
}

export function renderRefusal(refusal: string): string {
  return eta.renderString(TEMPLATE, { refusal });
}

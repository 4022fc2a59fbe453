// How the sandbox's card page looks: in the publication's own look, under a bar that says that no money moves. In English, since it is for
// those who try the service out.
import { Eta } from 'eta';
import type { PublicationRow } from '../models/publication.ts';
import type { DeclineReason } from '../payments/gateway.ts';
import { SANDBOX_CARDS } from '../payments/sandbox/cards.ts';
import { dueNowOf, type SandboxCheckout } from '../payments/sandbox/checkout.ts';
import { assetPathsOf } from '../site/assets.ts';
import type { Language } from '../site/language.ts';

export type CardFault = DeclineReason | 'unknown card';

const FAULTS: Readonly<Record<CardFault, string>> = {
  declined: 'The card was declined. Use another one.',
  insufficient_funds: 'The card has insufficient funds. Use another one.',
  authentication_refused: 'The bank did not confirm the payment. Try again, or use another card.',
  expired_card: 'The card has expired. Use another one.',
  wrong_cvc: 'The security code is wrong. Check it, or use another card.',
  'unknown card': 'Only the test cards listed below work here.',
};

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title><%= it.fault === '' ? '' : 'Error: ' %>Pay – Sandbox – <%= it.publicationName %></title>
<% for (const href of it.stylesheets) { %><link rel="stylesheet" href="<%= href %>">
<% } %><link rel="icon" type="image/svg+xml" href="<%= it.icon %>">
</head>
<body>
<a class="skip-link" href="#main">Skip to the content</a>
<header class="masthead"><span class="masthead-name"><%= it.publicationName %></span></header>
<main id="main" tabindex="-1">
<div class="sheet">
<p class="kicker" role="note"><strong>Sandbox: no money moves</strong></p>
<% if (it.fault !== '') { %><div class="error-summary" role="alert" aria-labelledby="fault" tabindex="-1">
<h2 id="fault">There is a problem</h2>
<ul><li><a href="#card_number"><%= it.fault %></a></li></ul>
</div><% } %>
<% if (it.state === 'expired') { %>
<h1>This checkout is over</h1>
<p>Nothing was paid.</p>
<% } else if (it.state === 'authenticating') { %>
<h1>Your bank asks: is it you?</h1>
<p>This stands for the page of a bank (3-D Secure): <%= it.dueNow %>, <%= it.description %>.</p>
<form method="post" action="<%= it.action %>">
<input type="hidden" name="csrf_token" value="<%= it.csrfToken %>">
<button class="button" type="submit" name="authentication" value="complete">Complete</button>
<button class="button" type="submit" name="authentication" value="refuse">Refuse</button>
</form>
<% } else { %>
<h1><%= it.heading %></h1>
<p><%= it.description %>: <strong><%= it.amount %></strong><%= it.terms %></p>
<form method="post" action="<%= it.action %>" novalidate>
<input type="hidden" name="csrf_token" value="<%= it.csrfToken %>">
<div class="field"><label for="card_number">Card number</label>
<p class="hint" id="card_number-hint">One of the test cards below; nothing else is asked.</p>
<input id="card_number" name="card_number" type="text" inputmode="numeric" autocomplete="off" aria-describedby="card_number-hint" value="4242 4242 4242 4242"></div>
<button class="button" type="submit">Pay <%= it.dueNow %></button>
</form>
<h2>Test cards</h2>
<ul class="included">
<% for (const card of it.cards) { %><li><strong><%= card.number %></strong> <span class="quiet"><%= card.hint %></span></li>
<% } %></ul>
<% } %>
<p class="aside"><a href="<%= it.cancelUrl %>">Back without paying</a></p>
</div>
</main>
</body>
</html>
`;

const eta = new Eta({ autoEscape: true });
const template = eta.compile(TEMPLATE);

export function renderCardPage(
  publication: PublicationRow,
  { tag }: Language,
  { checkout, csrfToken, fault }: { readonly checkout: SandboxCheckout; readonly csrfToken: string; readonly fault: CardFault | undefined },
): string {
  const { id, state, description, amount, currency, cancelUrl, mendsSubscriptionId } = checkout;
  const format = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const amountText = (minor: number): string => format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  return eta.render(template, {
    ...assetPathsOf(publication),
    publicationName: publication.name,
    state,
    description,
    heading: mendsSubscriptionId === null ? 'Pay by card' : 'Give a new card',
    amount: amountText(amount),
    dueNow: amountText(mendsSubscriptionId === null ? dueNowOf(checkout) : amount),
    terms: termsOf(checkout),
    action: `/sandbox/checkout/${id}`,
    cancelUrl,
    csrfToken,
    fault: fault === undefined ? '' : FAULTS[fault],
    cards: Object.entries(SANDBOX_CARDS).map(([number, { hint }]) => ({ number: number.replaceAll(/(\d{4})(?=\d)/g, '$1 '), hint })),
  });
}

function termsOf({ mode, interval, trialDays, discount }: SandboxCheckout): string {
  if (mode === 'one-off') return ' once';
  return [` each ${interval}`, trialDays === null ? '' : `, the first ${trialDays} days free`, discount === null ? '' : ', less a discount'].join('');
}

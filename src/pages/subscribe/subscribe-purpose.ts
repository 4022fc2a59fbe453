// The e-mail code of somebody who subscribes, and the page to which it leads: the summary of what they chose.
import type { SubscribeIntent } from '../../models/people/email-code.ts';
import { pathWith } from '../../site/destinations.ts';
import type { Purpose } from '../proof.ts';
import { continueOrigins } from '../sign-in/application.ts';
import { signUp } from '../sign-in/sign-up.ts';

/** The subscribe page with the visitor's input. */
function pageOf({ offer, choice, continueUrl, discountCode }: SubscribeIntent): string {
  return pathWith(offer === null ? '/subscribe' : `/offers/${offer}/subscribe`, {
    choice,
    code: discountCode,
    continue_url: continueUrl,
  });
}

export const SUBSCRIBE: Purpose<SubscribeIntent> = {
  securityEvent: 'sign_in',
  isAddressTyped: true,
  apply: signUp,
  destination: pageOf,
  start: (_service, intent) => pageOf(intent),
  formActionOrigins: ({ continueUrl }) => continueOrigins(continueUrl ?? undefined),
};

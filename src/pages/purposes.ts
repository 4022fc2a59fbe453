// All purposes of an e-mailed code (the intents of src/models/people/email-code.ts), one row each. A purpose without a
// row does not compile.
import type { Intent } from '../models/people/email-code.ts';
import { EMAIL_CHANGE, EMAIL_CHANGE_PROOF } from './account/email-address.ts';
import { ERASURE } from './account/erase-account.ts';
import { FREE_OFFERING } from './free-offering/free-offering-join.ts';
import { GIFT_CLAIM } from './gift/gift-claim.ts';
import { GIFT } from './gift/gift.ts';
import type { IntentOf, Purpose } from './proof.ts';
import { ACTIVATION } from './sign-in/activate-customer.ts';
import { SIGN_IN } from './sign-in/sign-in.ts';
import { SUBSCRIBE } from './subscribe/subscribe-purpose.ts';

const PURPOSES: { readonly [Name in Intent['purpose']]: Purpose<IntentOf<Name>> } = {
  'sign-in': SIGN_IN,
  'email-change-proof': EMAIL_CHANGE_PROOF,
  'email-change': EMAIL_CHANGE,
  erasure: ERASURE,
  activation: ACTIVATION,
  'free-offering': FREE_OFFERING,
  subscribe: SUBSCRIBE,
  gift: GIFT,
  'gift-claim': GIFT_CLAIM,
};

export function purposeOf(intent: Intent): Purpose {
  return PURPOSES[intent.purpose];
}

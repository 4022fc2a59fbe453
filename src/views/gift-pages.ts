// The data of the templates about gifts. Amounts, lengths and days are texts in the visitor's language already.

export interface GiftChoiceOnPage {
  /** As the form sends it. */
  readonly value: string;
  readonly offer: string;
  /** Such as "3 months". */
  readonly length: string;
  readonly amount: string;
  readonly isChecked: boolean;
}

/** What is typed on `/gift`; a signed-out visitor chooses and creates an account. */
export interface GiftFormOnPage {
  readonly choices: readonly GiftChoiceOnPage[];
  readonly isSignedIn: boolean;
  readonly recipientEmail: string;
  readonly senderName: string;
  readonly message: string;
  readonly deliverOn: string;
  readonly email: string;
  readonly name: string;
}

/** On the buyer's account page. */
export interface GiftOnPage {
  readonly planName: string;
  readonly line: string;
  readonly href: string;
}

/** `/gifts/:id`, for the buyer. */
export interface GiftDetailsOnPage {
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly notice: string;
  readonly status: string;
  /** Undefined where the delivery cannot be changed any more. */
  readonly change:
    | {
        readonly action: string;
        readonly lead: string;
        readonly button: string;
        readonly recipientEmail: string;
        readonly deliverOn: string;
      }
    | undefined;
}

/** `/gift/claim/:token`: what somebody is given. */
export interface GiftAcceptOnPage {
  readonly path: string;
  readonly planName: string;
  readonly length: string;
  readonly from: string;
  readonly message: string;
  readonly isSignedIn: boolean;
  /** The customer has the plan: the gift waits, until that day. Empty otherwise. */
  readonly waits: string;
  readonly email: string;
  readonly name: string;
}

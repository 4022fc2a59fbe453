// The sandbox's cards, each with a fate of its own.

export const GOOD_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const AUTHENTICATED_CARD = '4000 0025 0000 3155';
/** Good for the first payment only. */
export const LATER_FAILING_CARD = '4000 0000 0000 0341';

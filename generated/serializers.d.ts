// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
import type { Serialize } from '../src/http/check.ts';

export const BearerError: Serialize;
export const Customer: Serialize;
export const CustomerPage: Serialize;
export const ErasedCustomer: Serialize;
export const ErasedMember: Serialize;
export const Error: Serialize;
export const EventPage: Serialize;
export const Figures: Serialize;
export const JsonWebKeySet: Serialize;
export const Member: Serialize;
export const MemberPage: Serialize;
export const Newsletter: Serialize;
export const NewsletterPage: Serialize;
export const OAuthError: Serialize;
export const Offer: Serialize;
export const OfferPage: Serialize;
export const Plan: Serialize;
export const PlanPage: Serialize;
export const Price: Serialize;
export const PricePage: Serialize;
export const ProviderMetadata: Serialize;
export const SignedOutCustomer: Serialize;
export const Subscription: Serialize;
export const SubscriptionPage: Serialize;
export const TokenResponse: Serialize;
export const Userinfo: Serialize;

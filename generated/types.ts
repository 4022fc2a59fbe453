// Written by scripts/generate.ts from openapi.yaml: never edited by hand.
export interface paths {
    "/2023-04-11/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Members in reverse chronological order, one page at a time. Every filter that is given must hold; one by what does not exist finds nobody.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a member
         * @description By the `memb_` or the matching `cus_` id. A customer without an e-mail address is not a member: 404 `not_found`.
         */
        get: operations["getMember"];
        put?: never;
        /**
         * Update a member
         * @description As updateCustomer: what is not sent stays as it is, an empty `name` is none, another e-mail address is not proved, and one of another person is
         *     409 `invalid_param`.
         */
        post: operations["updateMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/members/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a member
         * @description As eraseCustomer, which erases the same person.
         */
        post: operations["eraseMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Customers in reverse chronological order, one page at a time. Every filter that is given must hold; one by what does not exist finds nobody.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description With an e-mail address, or with an activation code by which an address is attached later. An address or an activation code
         *     that is already known is 409 `invalid_param`. `activation_code_expires_at` is a time in the future, until which the `activation_code` that is
         *     sent with it can be typed; without it, for ever. The `activation_url` goes on.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description By the `cus_` or the matching `memb_` id. The id of a customer who was merged into another answers the person that they became part of,
         *     under that person's own id; one who was erased is 404 `not_found`.
         */
        get: operations["getCustomer"];
        put?: never;
        /**
         * Update a customer
         * @description What is not sent stays as it is; an empty `name` is none. An e-mail address that differs in more than its case is not proved, also where the
         *     former one was: the customer proves it at the next sign-in. All of their sessions end, both addresses get a mail, and a former address that was
         *     proved can undo the change for 7 days. An address of another customer is 409 `invalid_param`.
         *     `activation_code` is for a customer who has none and has never proved an address: a code is never changed, taken away or given twice.
         *     Sent again with `activation_code_expires_at`, the customer's code is good until then.
         */
        post: operations["updateCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/customers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer
         * @description At once and for good, as the customer can do on the account page: what is personal is gone, sessions end and the applications are told by
         *     back-channel logout, subscriptions are canceled and no gateway collects for them any more, activation code and activation URL open nothing.
         *     What was subscribed to stays under the bare id. Erasing again answers the same and changes nothing.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/customers/{id}/sign_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a customer out
         * @description Ends every session of the customer at once, such as after a theft. The applications that they had signed in to are told by back-channel logout,
         *     and their access tokens are no longer valid. The customer can sign in again. Signing out a customer without a session changes nothing.
         */
        post: operations["signOutCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/customers/{id}/newsletters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a customer's newsletters
         * @description Makes the given newsletters the ones that the customer receives, and no others. An unknown newsletter is 404 `not_found`, and nothing is changed.
         */
        post: operations["updateCustomerNewsletters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/customers/{id}/postal_address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update a customer's postal address
         * @description Replaces the whole address, to which plans that are sent by post go; an empty `country` removes it. Each country has a form of its own: which
         *     parts an address has, which are required, what a postal code looks like, and in some countries from which regions one is chosen. A part that
         *     does not fit the country is 400 `invalid_param`, and nothing is changed.
         */
        post: operations["updateCustomerPostalAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Active and canceled subscriptions in reverse chronological order, one page at a time; those of erased customers included. A filter by a customer
         *     or a plan that does not exist finds nothing.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description Active at once. Exactly one of `price_id` and `complimentary=true` is given. An unknown customer, plan or price is 404
         *     `not_found`; a price of another plan, and a plan the customer already subscribes to, are 409 `invalid_param`.
         *     `ends_at` is a time in the future at which the subscription ends by itself; without it, never.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description An unknown one is 404 `not_found`.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description At once and for good. Cancelling again answers the same object and changes nothing.
         */
        post: operations["cancelSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of periods
         * @description People, money and recurring revenue of each month or day, the earliest first. Days are those of the publication's
         *     time zone. Currencies are never added up.
         */
        get: operations["getFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Plans in reverse chronological order, one page at a time.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plan
         * @description By its id or its slug. An unknown one is 404 `not_found`.
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices
         * @description Prices of all plans, or of one, in reverse chronological order, one page at a time.
         */
        get: operations["listPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/prices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a price
         * @description An unknown one is 404 `not_found`.
         */
        get: operations["getPrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List offers
         * @description Offers in reverse chronological order, one page at a time; archived ones, which are no longer for sale, included.
         */
        get: operations["listOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/offers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an offer
         * @description By its id or its slug. An unknown one is 404 `not_found`.
         */
        get: operations["getOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/newsletters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List newsletters
         * @description Newsletters in reverse chronological order, one page at a time.
         */
        get: operations["listNewsletters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/newsletters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a newsletter
         * @description By its id or its slug. An unknown one is 404 `not_found`.
         */
        get: operations["getNewsletter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/2023-04-11/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What happened to customers, subscriptions, payments and sessions: in reverse chronological order, or, with `after`, in the order in
         *     which it happened. Whoever reads on after the last event that they have seen misses none. An event is kept for 400 days.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask for an authorization code
         * @description The customer's browser is sent here. An invalid `client_id` or `redirect_uri` is answered by a page and never by a redirect;
         *     every other error goes to `redirect_uri` as `error`. A visitor who is signed out is redirected to the sign-in page first,
         *     unless `prompt` is `none`. HEAD is not served.
         */
        get: operations["authorize"];
        put?: never;
        /**
         * Ask for an authorization code by a form
         * @description The parameters of query and body are one set. Answered by a redirect to the same request by GET, as a POST from another site
         *     does not carry the session cookie.
         */
        post: operations["authorizeByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem an authorization code
         * @description The client authenticates by HTTP Basic with its client ID and client secret, before the code is looked at. A second redemption
         *     is `invalid_grant` and revokes the access token of the first.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the customer of an access token */
        get: operations["getUserinfo"];
        put?: never;
        /**
         * Get the customer of an access token by POST
         * @description The access token is read from the Authorization header only.
         */
        post: operations["postUserinfo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/end_session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign the customer out
         * @description A valid `id_token_hint` of this browser's session signs out at once. Without one the customer is asked first. The redirect to
         *     `post_logout_redirect_uri` happens only if it equals the registered one. HEAD is not served.
         */
        get: operations["endSession"];
        put?: never;
        /**
         * Sign the customer out by a form
         * @description A request from another site is answered by a redirect to the same request by GET. The confirmation page posts here too.
         */
        post: operations["endSessionByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the provider's metadata (OpenID Connect Discovery) */
        get: operations["getOpenidConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the provider's metadata (RFC 8414) */
        get: operations["getOauthAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public signing keys as a JWK set */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/signing-key.pem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public signing key as PEM */
        get: operations["getSigningKeyPem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/signing-keys.pem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the public signing keys as PEM
         * @description The blocks of all keys that may have signed a token, one after another: the key in use first, then the next one, which is there for a day before it signs, then one that signed until a day ago at most. A block does not name its key: try each. A program that knows PEM only stays able to verify through a rotation if it fetches this document at least once a day.
         */
        get: operations["getSigningKeysPem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An identifier. Its form is not checked, so that an unknown one of any form is 404. */
        Identifier: string;
        /** @description An identifier; an empty one counts as not sent */
        OptionalIdentifier: string;
        /**
         * @description Free of charge
         * @default false
         */
        Complimentary: boolean;
        /** @description A position in the order of creation; an empty one counts as not sent */
        PageCursor: string;
        /**
         * @description One @ with something on both sides; no white space, control characters, commas, angle brackets or quotes; Unicode is allowed.
         *     Kept as typed, compared by its canonical form: the domain by UTS-46 (`domainToASCII`), without regard to case. Refused, too, are
         *     characters before the @ that normalization or lower-casing would turn into ASCII, such as the Kelvin sign, and domains that cannot be one.
         */
        EmailAddress: string;
        /**
         * @description Unique for ever in the publication, compared without regard to case, blanks and hyphens; no control characters. Make it of at least 12 random characters. Warning:
         *     whoever types a code that is good takes over the customer and what they have. Wrong codes are limited for each network and publication, but a
         *     short or counted code can still be guessed; give such a code an `activation_code_expires_at`.
         */
        ActivationCode: string;
        /** @description Full name, without control characters; an empty one is none */
        PersonName: string;
        /** @description A code of ISO 3166-1 such as DE; an empty one removes the address */
        AddressCountry: string;
        /** @description A part of an address, without control characters; an empty one is none */
        AddressPart: string;
        /**
         * Format: date-time
         * @description A moment with its offset from UTC (RFC 3339); what is finer than a millisecond is cut off
         */
        Time: string;
        /** @description Slugs of newsletters, separated by commas; empty for none. Ids are taken as well. */
        NewsletterSlugs: string;
        /** @description At least one of `email` and `activation_code` */
        CreateCustomerForm: {
            email?: components["schemas"]["EmailAddress"];
            name?: components["schemas"]["PersonName"];
            activation_code?: components["schemas"]["ActivationCode"];
            activation_code_expires_at?: components["schemas"]["Time"];
        };
        /** @description At least one of them */
        UpdateCustomerForm: {
            email?: components["schemas"]["EmailAddress"];
            name?: components["schemas"]["PersonName"];
            activation_code?: components["schemas"]["ActivationCode"];
            activation_code_expires_at?: components["schemas"]["Time"];
        };
        /** @description At least one of them */
        UpdateMemberForm: {
            email?: components["schemas"]["EmailAddress"];
            name?: components["schemas"]["PersonName"];
        };
        /** @description The parts of an address; which are required depends on the country */
        UpdatePostalAddressForm: {
            country: components["schemas"]["AddressCountry"];
            name?: components["schemas"]["AddressPart"];
            organization?: components["schemas"]["AddressPart"];
            line1?: components["schemas"]["AddressPart"];
            line2?: components["schemas"]["AddressPart"];
            district?: components["schemas"]["AddressPart"];
            city?: components["schemas"]["AddressPart"];
            region?: components["schemas"]["AddressPart"];
            postal_code?: components["schemas"]["AddressPart"];
        };
        UpdateNewslettersForm: {
            newsletter_slugs: components["schemas"]["NewsletterSlugs"];
        };
        /** @description Exactly one of `price_id` and `complimentary=true` */
        CreateSubscriptionForm: {
            customer_id: components["schemas"]["Identifier"];
            plan_id: components["schemas"]["Identifier"];
            price_id?: components["schemas"]["OptionalIdentifier"];
            complimentary?: components["schemas"]["Complimentary"];
            ends_at?: components["schemas"]["Time"];
        };
        Member: {
            id: string;
            email: string;
            /** @description Full name */
            name: string | null;
            newsletter_slugs: components["schemas"]["Slugs"];
            /** @description Plan with an active subscription */
            plan_slug: string | null;
            state?: components["schemas"]["PersonState"];
        };
        Customer: {
            id: string;
            email: string | null;
            /** @description Full name */
            name: string | null;
            /** @description Where plans that are sent by post go; null where the customer has given none */
            postal_address?: {
                /** @description A code of ISO 3166-1 such as DE */
                country: string;
                /** @description Of the recipient */
                name: string | null;
                organization: string | null;
                /** @description Street and number */
                line1: string | null;
                line2: string | null;
                /** @description A part of a city, where addresses name one */
                district: string | null;
                city: string | null;
                /** @description State, province, county or prefecture, as it is written on an address */
                region: string | null;
                postal_code: string | null;
            } | null;
            newsletter_slugs: components["schemas"]["Slugs"];
            /** @description Plan with an active subscription */
            plan_slug: string | null;
            state?: components["schemas"]["PersonState"];
            /** @description Where the customer can be sent to activate the account */
            activation_url: string | null;
        };
        /**
         * @description What the person has, in one word; with several subscriptions, the first of these that is true.
         *     `past_due`: a payment failed, and they keep access for a time. `paying`: they pay, by a gateway or by the publisher's own means.
         *     `trial`: nothing was charged yet. `gift`: somebody else paid. `paused`: billing rests, and they have no access. `complimentary`: the publisher
         *     gives it. `ended`: they had a subscription and have none. `free`: they never had one. More may follow.
         * @enum {string}
         */
        PersonState: "past_due" | "paying" | "trial" | "gift" | "paused" | "complimentary" | "ended" | "free";
        Subscription: {
            id: string;
            status: components["schemas"]["SubscriptionStatus"];
            customer_id: string;
            plan_id: string;
            /** @description Null when complimentary */
            price_id: string | null;
            /** @description Free of charge */
            complimentary: boolean;
            /**
             * Format: date-time
             * @description When a complimentary subscription or one billed elsewhere ends by itself; null for no such end
             */
            ends_at?: string | null;
        };
        /** @enum {string} */
        SubscriptionStatus: "active" | "canceled";
        ErasedCustomer: {
            id: string;
            /** @enum {boolean} */
            erased: true;
        };
        SignedOutCustomer: {
            id: string;
            /** @description How many sessions ended */
            sessions_ended: number;
        };
        ErasedMember: {
            id: string;
            /** @enum {boolean} */
            erased: true;
        };
        /** @description A day such as 2026-12-31 */
        Day: string;
        /**
         * @description The length of a period of figures
         * @enum {string}
         */
        FigureInterval: "month" | "day";
        Figures: {
            /** @description Of the IANA database: the one to which the days belong */
            time_zone: string;
            from: components["schemas"]["Day"];
            to: components["schemas"]["Day"];
            interval: components["schemas"]["FigureInterval"];
            periods: components["schemas"]["FigurePeriod"][];
        };
        FigurePeriod: {
            from: components["schemas"]["Day"];
            to: components["schemas"]["Day"];
            /**
             * Format: int64
             * @description All people who were not erased, at the end of the period; so are the states that follow
             */
            members: number;
            /** Format: int64 */
            paying: number;
            /** Format: int64 */
            past_due: number;
            /** Format: int64 */
            trial: number;
            /** Format: int64 */
            gift: number;
            /** Format: int64 */
            paused: number;
            /** Format: int64 */
            complimentary: number;
            /** Format: int64 */
            ended: number;
            /** Format: int64 */
            free: number;
            /**
             * Format: int64
             * @description New people
             */
            joined: number;
            /**
             * Format: int64
             * @description People who pay, whose payment failed, or who paused, when the period began
             */
            subscribers_at_start: number;
            /**
             * Format: int64
             * @description People who became subscribers
             */
            subscribers_new: number;
            /**
             * Format: int64
             * @description Subscribers who are none any more
             */
            subscribers_lost: number;
            /**
             * Format: int64
             * @description People whose last subscription of any kind ended
             */
            ended_in_period: number;
            /** Format: int64 */
            trials_begun: number;
            /**
             * Format: int64
             * @description Trials that a payment followed
             */
            trials_converted: number;
            /** Format: int64 */
            trials_not_converted: number;
            money: components["schemas"]["FigureMoney"][];
            recurring_revenue: components["schemas"]["FigureRevenue"][];
        };
        FigureMoney: {
            /** @description ISO 4217 */
            currency: string;
            /**
             * Format: int64
             * @description Payments and gifts, in the minor unit of the currency
             */
            in: number;
            /**
             * Format: int64
             * @description Refunds
             */
            out: number;
        };
        FigureRevenue: {
            /** @description ISO 4217 */
            currency: string;
            plan_id: string;
            /**
             * Format: int64
             * @description Monthly recurring revenue at the end, in twelfths of the minor unit, so that yearly prices are exact
             */
            mrr_twelfths: number;
        };
        Plan: {
            id: string;
            /** @description As in plan_slug of customers and members */
            slug: string;
            name: string;
            translations?: components["schemas"]["Translations"];
            /** @description Whoever has it is asked for a postal address */
            sent_by_post?: boolean;
            /** @description No longer sold; whoever has it keeps it */
            archived: boolean;
        };
        Price: {
            id: string;
            plan_id: string;
            /**
             * Format: int64
             * @description In the minor unit of the currency: cents, pence, whole yen
             */
            amount: number;
            /** @description ISO 4217 */
            currency: string;
            interval: components["schemas"]["Interval"];
            /** @description On no offer any more; whoever pays it goes on paying it */
            archived: boolean;
        };
        /**
         * @description How often the amount is charged
         * @enum {string}
         */
        Interval: "month" | "year";
        Offer: {
            id: string;
            slug: string;
            name: string;
            description: string | null;
            /** @description What it brings, in the order of the pages; empty for none */
            benefits: string[];
            translations?: components["schemas"]["Translations"];
            /** @description The one that the pages recommend, of at most one */
            recommended: boolean;
            plan_id: string;
            price_ids: components["schemas"]["Identifiers"];
            /** @description No longer for sale */
            archived: boolean;
            /** @description The page of the offer; 404 when it is archived */
            url: string;
        };
        Newsletter: {
            id: string;
            /** @description As in newsletter_slugs of customers and members */
            slug: string;
            name: string;
            description: string | null;
            translations?: components["schemas"]["Translations"];
            audience: components["schemas"]["NewsletterAudience"];
            /** @description The plans that it comes with; empty unless the audience is `plans` */
            plan_ids: string[];
            /** @description Nobody can newly subscribe; its readers keep it */
            archived: boolean;
        };
        /**
         * @description Who can join a newsletter by themselves: everybody, those with one of its plans, or those with any plan
         * @enum {string}
         */
        NewsletterAudience: "all" | "plans" | "paying";
        /**
         * @description The words that readers see in other languages than the publication's own, by language (ISO 639-1). What a language does not have
         *     is shown in the publication's own. Empty for none.
         * @example {
         *       "de": {
         *         "name": "Unterstützer",
         *         "description": "Jeder Artikel, und unser Dank."
         *       }
         *     }
         */
        Translations: {
            [key: string]: components["schemas"]["Translation"];
        };
        Translation: {
            name?: string;
            description?: string;
            /** @description Of an offer */
            benefits?: string[];
        };
        Identifiers: string[];
        Slugs: string[];
        MemberPage: {
            objects: components["schemas"]["Member"][];
            next_page: components["schemas"]["NextPage"];
        };
        CustomerPage: {
            objects: components["schemas"]["Customer"][];
            next_page: components["schemas"]["NextPage"];
        };
        SubscriptionPage: {
            objects: components["schemas"]["Subscription"][];
            next_page: components["schemas"]["NextPage"];
        };
        PlanPage: {
            objects: components["schemas"]["Plan"][];
            next_page: components["schemas"]["NextPage"];
        };
        PricePage: {
            objects: components["schemas"]["Price"][];
            next_page: components["schemas"]["NextPage"];
        };
        OfferPage: {
            objects: components["schemas"]["Offer"][];
            next_page: components["schemas"]["NextPage"];
        };
        NewsletterPage: {
            objects: components["schemas"]["Newsletter"][];
            next_page: components["schemas"]["NextPage"];
        };
        EventPage: {
            objects: components["schemas"]["Event"][];
            next_page: components["schemas"]["NextPage"];
        };
        Event: {
            /** @description Later events have greater ids */
            id: string;
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When the change was made, in UTC
             */
            timestamp: string;
            /**
             * @description The object after the change as the other operations show it, and what the type of the event adds to it. What was personal is null once the
             *     person was erased. The `decline_reason` of `payment.failed` is `declined`, `insufficient_funds`, `expired_card`, `wrong_cvc`,
             *     `authentication_refused`, another one that is added later, or null where the bank does not say.
             */
            data: {
                [key: string]: unknown;
            };
            /** @description What the fields that changed were before; null where nothing was */
            previous: {
                [key: string]: unknown;
            } | null;
        };
        /** @enum {string} */
        EventType: "customer.created" | "customer.updated" | "customer.activated" | "customer.erased" | "subscription.created" | "subscription.changed" | "subscription.cancel_scheduled" | "subscription.cancel_undone" | "subscription.canceled" | "payment.succeeded" | "payment.failed" | "payment.refunded" | "session.ended" | "logout_notice.delivered" | "logout_notice.dead";
        /** @description The page to ask for next; null on the last one */
        NextPage: string | null;
        Error: {
            error: components["schemas"]["ErrorDetail"];
        };
        ErrorDetail: {
            code: components["schemas"]["ErrorCode"];
            /** @description Detail for people */
            message: string;
        };
        /** @enum {string} */
        ErrorCode: "missing_api_key" | "invalid_api_key" | "revoked_api_key" | "invalid_param" | "invalid_api_version" | "not_found" | "method_not_allowed" | "request_too_large" | "unsupported_media_type" | "idempotency_conflict" | "rate_limited" | "https_required" | "cross_site_request" | "read_only_api_key" | "internal_error" | "service_unavailable";
        AuthorizeForm: {
            /** @enum {string} */
            response_type?: "code";
            scope?: string;
            client_id?: string;
            redirect_uri?: string;
            state?: string;
            /** @enum {string} */
            prompt?: "none" | "login";
            nonce?: string;
            code_challenge?: string;
            /** @enum {string} */
            code_challenge_method?: "S256";
            max_age?: number;
            acr_values?: string;
            login_hint?: string;
            id_token_hint?: string;
            /** @enum {string} */
            response_mode?: "query";
        };
        TokenForm: {
            /** @enum {string} */
            grant_type: "authorization_code";
            code: string;
            /** @description The one of the authorization request */
            redirect_uri: string;
            /** @description PKCE verifier (RFC 7636); an empty one counts as absent */
            code_verifier?: string;
            /** @description Only with applications that may send their secret in the body */
            client_id?: string;
            /** @description Only with applications that may send their secret in the body */
            client_secret?: string;
        };
        EndSessionForm: {
            client_id?: string;
            id_token_hint?: string;
            post_logout_redirect_uri?: string;
            state?: string;
        };
        TokenResponse: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
            /** @description Granted scopes, separated by spaces */
            scope: string;
            /**
             * Format: int64
             * @description Unix timestamp
             */
            created_at: number;
            /** @description JWT */
            id_token: string;
        };
        Userinfo: {
            /** @description The customer's ID */
            sub: string;
            /** @description The same customer as a member */
            member_id: string;
            /** @description With scope email */
            email?: string;
            /** @description With scope email */
            email_verified?: boolean;
            /** @description With scope profile */
            name?: string;
            /** @description Plan slug; with scope profile */
            plan?: string;
            plan_slugs: components["schemas"]["Slugs"];
        };
        /** @enum {string} */
        OAuthErrorCode: "invalid_request" | "invalid_client" | "invalid_grant" | "unauthorized_client" | "unsupported_grant_type" | "server_error" | "temporarily_unavailable";
        OAuthError: {
            error: components["schemas"]["OAuthErrorCode"];
            error_description?: components["schemas"]["ErrorDescription"];
        };
        BearerError: {
            /** @enum {string} */
            error?: "invalid_request" | "invalid_token";
            error_description?: components["schemas"]["ErrorDescription"];
        };
        ErrorDescription: string;
        ProviderMetadata: {
            issuer: string;
            authorization_endpoint: string;
            token_endpoint: string;
            userinfo_endpoint: string;
            end_session_endpoint: string;
            jwks_uri: string;
            response_types_supported: components["schemas"]["Words"];
            response_modes_supported: components["schemas"]["Words"];
            grant_types_supported: components["schemas"]["Words"];
            subject_types_supported: components["schemas"]["Words"];
            id_token_signing_alg_values_supported: components["schemas"]["Words"];
            scopes_supported: components["schemas"]["Words"];
            claims_supported: components["schemas"]["Words"];
            token_endpoint_auth_methods_supported: components["schemas"]["Words"];
            acr_values_supported?: components["schemas"]["Words"];
            code_challenge_methods_supported: components["schemas"]["Words"];
            prompt_values_supported?: components["schemas"]["Words"];
            claims_parameter_supported?: boolean;
            /** @enum {boolean} */
            request_parameter_supported: false;
            /** @enum {boolean} */
            request_uri_parameter_supported: false;
            authorization_response_iss_parameter_supported: boolean;
            backchannel_logout_supported: boolean;
            backchannel_logout_session_supported: boolean;
        };
        Words: string[];
        JsonWebKeySet: {
            keys: components["schemas"]["JsonWebKey"][];
        };
        JsonWebKey: {
            /** @enum {string} */
            kty: "RSA";
            /** @enum {string} */
            use: "sig";
            /** @enum {string} */
            alg: "RS256";
            kid: string;
            n: string;
            e: string;
        };
        PublicKeyPem: string;
        Html: string;
    };
    responses: {
        /** @description `invalid_param` or `invalid_api_version` */
        InvalidRequest: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `missing_api_key`, `invalid_api_key` or `revoked_api_key` */
        Unauthorized: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `https_required` or `cross_site_request` */
        HttpsRequired: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `https_required`, `cross_site_request` or `read_only_api_key` */
        WriteForbidden: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found` */
        NotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "No such subscription"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `method_not_allowed` */
        MethodNotAllowed: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "method_not_allowed",
                 *         "message": "This path allows GET, HEAD"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_param` where a value clashes with what is stored, or `idempotency_conflict` */
        Conflict: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `request_too_large` */
        RequestTooLarge: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "request_too_large",
                 *         "message": "The body is larger than 64 KiB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type` */
        UnsupportedMediaType: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unsupported_media_type",
                 *         "message": "The body must be application/x-www-form-urlencoded"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited` */
        RateLimited: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "Too many requests; try again in 42 seconds"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error` */
        InternalError: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal_error",
                 *         "message": "Something went wrong on our side"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `service_unavailable` */
        ServiceUnavailable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "service_unavailable",
                 *         "message": "Try again in a few seconds"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description To `redirect_uri` with `code`, or with `error` and `error_description`, and with `state` and `iss`; or to the sign-in page. */
        RedirectBack: {
            headers: {
                Location: components["headers"]["Location"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description To the next request, by GET */
        RedirectByGet: {
            headers: {
                Location: components["headers"]["Location"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description To `post_logout_redirect_uri`, with `state` when it was sent */
        RedirectAfterSignOut: {
            headers: {
                Location: components["headers"]["Location"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description A page that asks whether to sign out, or says that the customer is signed out */
        SignOutPage: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page that says what is wrong with the request; nothing is redirected */
        BadRequestPage: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for a form that this browser was not given */
        ForbiddenPage: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page that asks to come by https */
        PlainHttpPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for a host that belongs to no publication */
        NotFoundPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for a method that this path does not know */
        MethodNotAllowedPage: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for a body of more than 64 KiB */
        RequestTooLargePage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for an address and headers of more than 64 KiB */
        HeadersTooLargePage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for a body that is not form-encoded */
        UnsupportedMediaTypePage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for too many requests */
        RateLimitedPage: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page for a fault of the service */
        InternalErrorPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description A page that asks to try again */
        ServiceUnavailablePage: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /** @example <!doctype html><title>Sign out</title> */
                "text/html": components["schemas"]["Html"];
            };
        };
        /** @description `invalid_request`, `invalid_grant`, `unauthorized_client` or `unsupported_grant_type`; also a body that is not form-encoded */
        TokenRefused: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_grant",
                 *       "error_description": "The authorization code is invalid or expired"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description `invalid_client` */
        InvalidClient: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_client",
                 *       "error_description": "Client authentication failed"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description `invalid_request`: the access token was sent in two places, or the request is malformed */
        UserinfoRefused: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "The access token was sent twice"
                 *     }
                 */
                "application/json": components["schemas"]["BearerError"];
            };
        };
        /** @description `invalid_token`; without `error` when no token was sent */
        InvalidToken: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_token",
                 *       "error_description": "The access token expired"
                 *     }
                 */
                "application/json": components["schemas"]["BearerError"];
            };
        };
        /** @description The request came over plain http */
        OAuthHttpsRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "This address answers over https only"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The host belongs to no publication */
        OAuthNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "No publication is served here"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description This path does not know the method */
        OAuthMethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "This path allows POST"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The body is larger than 64 KiB */
        OAuthRequestTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "invalid_request",
                 *       "error_description": "The body is larger than 64 KiB"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Too many requests */
        OAuthRateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "temporarily_unavailable",
                 *       "error_description": "Too many requests"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description A fault of the service */
        OAuthServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "server_error",
                 *       "error_description": "Something went wrong on our side"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Try again in a few seconds */
        OAuthUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "temporarily_unavailable",
                 *       "error_description": "Try again in a few seconds"
                 *     }
                 */
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description The provider's metadata */
        ProviderMetadata: {
            headers: {
                "Cache-Control": components["headers"]["Cacheable"];
                "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "issuer": "https://news.example.com",
                 *       "authorization_endpoint": "https://news.example.com/oauth/authorize",
                 *       "token_endpoint": "https://news.example.com/oauth/token",
                 *       "userinfo_endpoint": "https://news.example.com/oauth/userinfo",
                 *       "end_session_endpoint": "https://news.example.com/oauth/end_session",
                 *       "jwks_uri": "https://news.example.com/.well-known/jwks.json",
                 *       "response_types_supported": [
                 *         "code"
                 *       ],
                 *       "response_modes_supported": [
                 *         "query"
                 *       ],
                 *       "grant_types_supported": [
                 *         "authorization_code"
                 *       ],
                 *       "subject_types_supported": [
                 *         "public"
                 *       ],
                 *       "id_token_signing_alg_values_supported": [
                 *         "RS256"
                 *       ],
                 *       "scopes_supported": [
                 *         "openid",
                 *         "email",
                 *         "profile"
                 *       ],
                 *       "claims_supported": [
                 *         "iss",
                 *         "sub",
                 *         "aud",
                 *         "exp",
                 *         "iat",
                 *         "auth_time",
                 *         "acr",
                 *         "nonce",
                 *         "sid",
                 *         "member_id",
                 *         "email",
                 *         "email_verified",
                 *         "name",
                 *         "plan",
                 *         "plan_slugs"
                 *       ],
                 *       "token_endpoint_auth_methods_supported": [
                 *         "client_secret_basic"
                 *       ],
                 *       "acr_values_supported": [
                 *         "1"
                 *       ],
                 *       "code_challenge_methods_supported": [
                 *         "S256"
                 *       ],
                 *       "prompt_values_supported": [
                 *         "none",
                 *         "login"
                 *       ],
                 *       "claims_parameter_supported": false,
                 *       "request_parameter_supported": false,
                 *       "request_uri_parameter_supported": false,
                 *       "authorization_response_iss_parameter_supported": true,
                 *       "backchannel_logout_supported": true,
                 *       "backchannel_logout_session_supported": true
                 *     }
                 */
                "application/json": components["schemas"]["ProviderMetadata"];
            };
        };
    };
    parameters: {
        /**
         * @description Maximum number of objects returned
         * @example 10
         */
        Limit: number;
        /**
         * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
         *     page before, as with others it begins at the same position among what those find.
         * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        Page: components["schemas"]["PageCursor"];
        /**
         * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
         *     `idempotency_conflict`.
         * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
         */
        IdempotencyKey: string;
        /**
         * @description The subscription. An unknown one is 404 `not_found`.
         * @example sub_01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        SubscriptionId: components["schemas"]["Identifier"];
        /**
         * @description The id of an event: those that came after it, the oldest first. `evt_00000000000000000000000000` stands for the beginning. With `page` it
         *     says the direction only.
         * @example evt_00000000000000000000000000
         */
        AfterEvent: string;
        /**
         * @description Events of this type only
         * @example customer.created
         */
        EventTypeFilter: components["schemas"]["EventType"];
        /**
         * @description Events of changes that were made after this time
         * @example 2020-03-01T09:30:00Z
         */
        EventsCreatedAfter: components["schemas"]["Time"];
        /**
         * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
         * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        CustomerId: components["schemas"]["Identifier"];
        /**
         * @description The member, by a `memb_` or `cus_` id. An unknown one is 404 `not_found`.
         * @example memb_01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        MemberId: components["schemas"]["Identifier"];
        /**
         * @description The plan, by its id or slug. An unknown one is 404 `not_found`.
         * @example supporter
         */
        PlanId: components["schemas"]["Identifier"];
        /**
         * @description The price. An unknown one is 404 `not_found`.
         * @example price_01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        PriceId: components["schemas"]["Identifier"];
        /**
         * @description The offer, by its id or slug. An unknown one is 404 `not_found`.
         * @example supporter
         */
        OfferId: components["schemas"]["Identifier"];
        /**
         * @description The newsletter, by its id or slug. An unknown one is 404 `not_found`.
         * @example weekly
         */
        NewsletterId: components["schemas"]["Identifier"];
        /**
         * @description Whoever has this e-mail address, in any spelling of it
         * @example ada@example.com
         */
        EmailFilter: components["schemas"]["EmailAddress"];
        /**
         * @description Those with an active subscription to this plan, by its id or slug
         * @example supporter
         */
        HoldersOfPlan: components["schemas"]["Identifier"];
        /**
         * @description Those in this state
         * @example paying
         */
        PersonStateFilter: components["schemas"]["PersonState"];
        /**
         * @description Subscriptions to this plan, by its id or slug
         * @example supporter
         */
        PlanFilter: components["schemas"]["Identifier"];
        /**
         * @description Prices of this plan, by its id or slug
         * @example supporter
         */
        PricesOfPlan: components["schemas"]["Identifier"];
        /**
         * @description Subscriptions of this customer, by a `cus_` or `memb_` id
         * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        CustomerFilter: components["schemas"]["Identifier"];
        /**
         * @description Subscriptions of this status
         * @example active
         */
        StatusFilter: components["schemas"]["SubscriptionStatus"];
        /**
         * @description What was created after this time, which is not part of it
         * @example 2020-03-01T09:30:00Z
         */
        CreatedAfter: components["schemas"]["Time"];
        /**
         * @description What was created before this time, which is not part of it
         * @example 2040-03-01T09:30:00Z
         */
        CreatedBefore: components["schemas"]["Time"];
        /**
         * @description Must be `code`
         * @example code
         */
        ResponseType: "code";
        /**
         * @description Separated by spaces; must include `openid`; optional `email`, `profile`
         * @example openid email profile
         */
        Scope: string;
        /**
         * @description The OAuth application's client ID
         * @example app_4Jx2mQ
         */
        ClientId: string;
        /**
         * @description The registered redirect URI; query parameters may be added where the application allows it
         * @example https://www.example.com/callback
         */
        RedirectUri: string;
        /**
         * @description Must be `code`
         * @example code
         */
        OptionalResponseType: "code";
        /**
         * @description Separated by spaces; must include `openid`; optional `email`, `profile`
         * @example openid email profile
         */
        OptionalScope: string;
        /**
         * @description The OAuth application's client ID
         * @example app_4Jx2mQ
         */
        OptionalClientId: string;
        /**
         * @description The registered redirect URI; query parameters may be added where the application allows it
         * @example https://www.example.com/callback
         */
        OptionalRedirectUri: string;
        /**
         * @description Echoed unchanged on the redirect back
         * @example 7c1f
         */
        State: string;
        /**
         * @description `none`: do not show the sign-in page; `login`: show it even to a customer who is signed in
         * @example none
         */
        Prompt: "none" | "login";
        /**
         * @description Comes back in the ID token unchanged
         * @example n-0S6_WzA2Mj
         */
        Nonce: string;
        /**
         * @description PKCE challenge (RFC 7636)
         * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
         */
        CodeChallenge: string;
        /**
         * @description Required with `code_challenge`; `plain` is refused
         * @example S256
         */
        CodeChallengeMethod: "S256";
        /**
         * @description Seconds since the customer signed in, beyond which they must sign in again
         * @example 3600
         */
        MaxAge: number;
        /**
         * @description Asks for `acr` in the ID token, whatever the value; there is one, `1`
         * @example 1
         */
        AcrValues: string;
        /**
         * @description E-mail address to start the sign-in with
         * @example ada@example.com
         */
        LoginHint: string;
        /**
         * @description An ID token received earlier; it may have expired
         * @example eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMDEifQ.c2ln
         */
        IdTokenHint: string;
        /**
         * @description Only `query` is supported
         * @example query
         */
        ResponseMode: "query";
        /**
         * @description Must equal the one registered for the application of `client_id` or of the hint's `aud`
         * @example https://www.example.com/bye
         */
        PostLogoutRedirectUri: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request in the service's log
         * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
         */
        RequestId: string;
        /**
         * @description Requests allowed in the present window
         * @example 1200
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in the present window
         * @example 1199
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds until the window ends
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description Seconds to wait before trying again
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description The methods of this path
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description A Basic challenge
         * @example Basic realm="masthead"
         */
        BasicChallenge: string;
        /**
         * @description A Bearer challenge; without `error` when no token was sent
         * @example Bearer realm="masthead", error="invalid_token", error_description="The access token expired"
         */
        BearerChallenge: string;
        /**
         * @description Where the browser goes next
         * @example https://www.example.com/callback?code=Xk3vQw9m&state=7c1f
         */
        Location: string;
        /**
         * @description Never stored
         * @example no-store
         */
        NoStore: string;
        /**
         * @description Never stored, for caches of HTTP/1.0
         * @example no-cache
         */
        NoCache: "no-cache";
        /**
         * @description How long the answer may be kept
         * @example public, max-age=300
         */
        Cacheable: string;
        /**
         * @description Readable by scripts of any origin
         * @example *
         */
        AnyOrigin: "*";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Whoever has this e-mail address, in any spelling of it
                 * @example ada@example.com
                 */
                email?: components["parameters"]["EmailFilter"];
                /**
                 * @description Those with an active subscription to this plan, by its id or slug
                 * @example supporter
                 */
                plan?: components["parameters"]["HoldersOfPlan"];
                /**
                 * @description What was created after this time, which is not part of it
                 * @example 2020-03-01T09:30:00Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description What was created before this time, which is not part of it
                 * @example 2040-03-01T09:30:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Those in this state
                 * @example paying
                 */
                state?: components["parameters"]["PersonStateFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "memb_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "newsletter_slugs": [
                     *             "weekly"
                     *           ],
                     *           "plan_slug": "supporter",
                     *           "state": "paying"
                     *         }
                     *       ],
                     *       "next_page": "01hv3k8m2q4r6s8t0v2w4x6y8z"
                     *     }
                     */
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The member, by a `memb_` or `cus_` id. An unknown one is 404 `not_found`.
                 * @example memb_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "memb_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "newsletter_slugs": [
                     *         "weekly"
                     *       ],
                     *       "plan_slug": "supporter",
                     *       "state": "paying"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The member, by a `memb_` or `cus_` id. An unknown one is 404 `not_found`.
                 * @example memb_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["UpdateMemberForm"];
            };
        };
        responses: {
            /** @description The member as they are now */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "memb_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "newsletter_slugs": [
                     *         "weekly"
                     *       ],
                     *       "plan_slug": "supporter",
                     *       "state": "paying"
                     *     }
                     */
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The member, by a `memb_` or `cus_` id. An unknown one is 404 `not_found`.
                 * @example memb_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member is erased */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "memb_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "erased": true
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedMember"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Whoever has this e-mail address, in any spelling of it
                 * @example ada@example.com
                 */
                email?: components["parameters"]["EmailFilter"];
                /**
                 * @description Those with an active subscription to this plan, by its id or slug
                 * @example supporter
                 */
                plan?: components["parameters"]["HoldersOfPlan"];
                /**
                 * @description What was created after this time, which is not part of it
                 * @example 2020-03-01T09:30:00Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description What was created before this time, which is not part of it
                 * @example 2040-03-01T09:30:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
                /**
                 * @description Those in this state
                 * @example paying
                 */
                state?: components["parameters"]["PersonStateFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "newsletter_slugs": [
                     *             "weekly"
                     *           ],
                     *           "plan_slug": "supporter",
                     *           "state": "paying",
                     *           "activation_url": null
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CreateCustomerForm"];
            };
        };
        responses: {
            /** @description The customer */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "newsletter_slugs": [],
                     *       "plan_slug": null,
                     *       "state": "free",
                     *       "activation_url": "https://news.example.com/activate/Zr4u7x"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "newsletter_slugs": [
                     *         "weekly"
                     *       ],
                     *       "plan_slug": "supporter",
                     *       "state": "paying",
                     *       "activation_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpdateCustomerForm"];
            };
        };
        responses: {
            /** @description The customer as they are now */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "newsletter_slugs": [
                     *         "weekly"
                     *       ],
                     *       "plan_slug": "supporter",
                     *       "state": "paying",
                     *       "activation_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer is erased */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "erased": true
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedCustomer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    signOutCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer is signed out */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "sessions_ended": 2
                     *     }
                     */
                    "application/json": components["schemas"]["SignedOutCustomer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomerNewsletters: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpdateNewslettersForm"];
            };
        };
        responses: {
            /** @description The customer as they are now */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "newsletter_slugs": [
                     *         "daily",
                     *         "weekly"
                     *       ],
                     *       "plan_slug": "supporter",
                     *       "state": "paying",
                     *       "activation_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomerPostalAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The customer, by a `cus_` or `memb_` id. An unknown one is 404 `not_found`.
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpdatePostalAddressForm"];
            };
        };
        responses: {
            /** @description The customer as they are now */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "postal_address": {
                     *         "country": "DE",
                     *         "name": "Ada Lovelace",
                     *         "organization": null,
                     *         "line1": "Hauptstraße 1",
                     *         "line2": null,
                     *         "district": null,
                     *         "city": "Berlin",
                     *         "region": null,
                     *         "postal_code": "10827"
                     *       },
                     *       "newsletter_slugs": [
                     *         "daily",
                     *         "weekly"
                     *       ],
                     *       "plan_slug": "supporter",
                     *       "state": "paying",
                     *       "activation_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Subscriptions of this customer, by a `cus_` or `memb_` id
                 * @example cus_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                customer?: components["parameters"]["CustomerFilter"];
                /**
                 * @description Subscriptions to this plan, by its id or slug
                 * @example supporter
                 */
                plan?: components["parameters"]["PlanFilter"];
                /**
                 * @description Subscriptions of this status
                 * @example active
                 */
                status?: components["parameters"]["StatusFilter"];
                /**
                 * @description What was created after this time, which is not part of it
                 * @example 2020-03-01T09:30:00Z
                 */
                created_after?: components["parameters"]["CreatedAfter"];
                /**
                 * @description What was created before this time, which is not part of it
                 * @example 2040-03-01T09:30:00Z
                 */
                created_before?: components["parameters"]["CreatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscriptions */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "sub_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "status": "active",
                     *           "customer_id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "price_id": "price_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "complimentary": false
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["CreateSubscriptionForm"];
            };
        };
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "status": "active",
                     *       "customer_id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "price_id": "price_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "complimentary": false
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The subscription. An unknown one is 404 `not_found`.
                 * @example sub_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "status": "active",
                     *       "customer_id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "price_id": "price_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "complimentary": false
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Kept for 24 hours. The same request again with the same key gets the first answer; another request with it is 409
                 *     `idempotency_conflict`.
                 * @example 5f0c4a0e-8a1b-4c53-9d57-5f4a9d5c2b1e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The subscription. An unknown one is 404 `not_found`.
                 * @example sub_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["SubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled subscription */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sub_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "status": "canceled",
                     *       "customer_id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "price_id": null,
                     *       "complimentary": true
                     *     }
                     */
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFigures: {
        parameters: {
            query?: {
                /**
                 * @description The first day; by default that of the month of the last day
                 * @example 2026-12-01
                 */
                from?: components["schemas"]["Day"];
                /**
                 * @description The last day, at most 1830 days after the first; by default today
                 * @example 2026-12-31
                 */
                to?: components["schemas"]["Day"];
                /**
                 * @description The length of each period, by default a month; the first and the last month are cut at the given days
                 * @example month
                 */
                interval?: components["schemas"]["FigureInterval"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The periods */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "time_zone": "Europe/Berlin",
                     *       "from": "2026-12-01",
                     *       "to": "2026-12-31",
                     *       "interval": "month",
                     *       "periods": [
                     *         {
                     *           "from": "2026-12-01",
                     *           "to": "2026-12-31",
                     *           "members": 120,
                     *           "paying": 80,
                     *           "past_due": 2,
                     *           "trial": 5,
                     *           "gift": 3,
                     *           "paused": 1,
                     *           "complimentary": 4,
                     *           "ended": 10,
                     *           "free": 15,
                     *           "joined": 12,
                     *           "subscribers_at_start": 78,
                     *           "subscribers_new": 9,
                     *           "subscribers_lost": 4,
                     *           "ended_in_period": 6,
                     *           "trials_begun": 6,
                     *           "trials_converted": 4,
                     *           "trials_not_converted": 1,
                     *           "money": [
                     *             {
                     *               "currency": "EUR",
                     *               "in": 41000,
                     *               "out": 500
                     *             }
                     *           ],
                     *           "recurring_revenue": [
                     *             {
                     *               "currency": "EUR",
                     *               "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *               "mrr_twelfths": 480000
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Figures"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of plans */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "slug": "supporter",
                     *           "name": "Supporter",
                     *           "archived": false
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["PlanPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The plan, by its id or slug. An unknown one is 404 `not_found`.
                 * @example supporter
                 */
                id: components["parameters"]["PlanId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "slug": "supporter",
                     *       "name": "Supporter",
                     *       "archived": false
                     *     }
                     */
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPrices: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Prices of this plan, by its id or slug
                 * @example supporter
                 */
                plan?: components["parameters"]["PricesOfPlan"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of prices */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "price_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "amount": 500,
                     *           "currency": "EUR",
                     *           "interval": "month",
                     *           "archived": false
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["PricePage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The price. An unknown one is 404 `not_found`.
                 * @example price_01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                id: components["parameters"]["PriceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "price_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "amount": 500,
                     *       "currency": "EUR",
                     *       "interval": "month",
                     *       "archived": false
                     *     }
                     */
                    "application/json": components["schemas"]["Price"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOffers: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of offers */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "offer_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "slug": "supporter",
                     *           "name": "Supporter",
                     *           "description": "Every story, and our thanks.",
                     *           "benefits": [
                     *             "Every story",
                     *             "The archive"
                     *           ],
                     *           "recommended": true,
                     *           "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "price_ids": [
                     *             "price_01hv3k8m2q4r6s8t0v2w4x6y8z"
                     *           ],
                     *           "archived": false,
                     *           "url": "https://news.example.com/offers/supporter"
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["OfferPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The offer, by its id or slug. An unknown one is 404 `not_found`.
                 * @example supporter
                 */
                id: components["parameters"]["OfferId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The offer */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "offer_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "slug": "supporter",
                     *       "name": "Supporter",
                     *       "description": "Every story, and our thanks.",
                     *       "benefits": [
                     *         "Every story",
                     *         "The archive"
                     *       ],
                     *       "recommended": true,
                     *       "plan_id": "plan_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "price_ids": [
                     *         "price_01hv3k8m2q4r6s8t0v2w4x6y8z"
                     *       ],
                     *       "archived": false,
                     *       "url": "https://news.example.com/offers/supporter"
                     *     }
                     */
                    "application/json": components["schemas"]["Offer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listNewsletters: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of newsletters */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "news_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "slug": "weekly",
                     *           "name": "The Weekly",
                     *           "description": "What happened, every Sunday.",
                     *           "audience": "plans",
                     *           "plan_ids": [
                     *             "plan_01hv3k8m2q4r6s8t0v2w4x6y8z"
                     *           ],
                     *           "archived": false
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["NewsletterPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getNewsletter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The newsletter, by its id or slug. An unknown one is 404 `not_found`.
                 * @example weekly
                 */
                id: components["parameters"]["NewsletterId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newsletter */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "news_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "slug": "weekly",
                     *       "name": "The Weekly",
                     *       "description": "What happened, every Sunday.",
                     *       "audience": "plans",
                     *       "plan_ids": [
                     *         "plan_01hv3k8m2q4r6s8t0v2w4x6y8z"
                     *       ],
                     *       "archived": false
                     *     }
                     */
                    "application/json": components["schemas"]["Newsletter"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of objects returned
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description The next_page of an earlier answer; the first page when omitted or empty. It is a position in the order of creation: send it with the filters of the
                 *     page before, as with others it begins at the same position among what those find.
                 * @example 01hv3k8m2q4r6s8t0v2w4x6y8z
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description The id of an event: those that came after it, the oldest first. `evt_00000000000000000000000000` stands for the beginning. With `page` it
                 *     says the direction only.
                 * @example evt_00000000000000000000000000
                 */
                after?: components["parameters"]["AfterEvent"];
                /**
                 * @description Events of this type only
                 * @example customer.created
                 */
                type?: components["parameters"]["EventTypeFilter"];
                /**
                 * @description Events of changes that were made after this time
                 * @example 2020-03-01T09:30:00Z
                 */
                created_after?: components["parameters"]["EventsCreatedAfter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": [
                     *         {
                     *           "id": "evt_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *           "type": "customer.updated",
                     *           "timestamp": "2026-03-01T09:30:00.000Z",
                     *           "data": {
                     *             "id": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *             "email": "ada@example.com",
                     *             "name": "Ada Lovelace",
                     *             "newsletter_slugs": [
                     *               "weekly"
                     *             ],
                     *             "plan_slug": "supporter",
                     *             "activation_url": null
                     *           },
                     *           "previous": {
                     *             "name": null
                     *           }
                     *         }
                     *       ],
                     *       "next_page": null
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["HttpsRequired"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    authorize: {
        parameters: {
            query: {
                /**
                 * @description Must be `code`
                 * @example code
                 */
                response_type: components["parameters"]["ResponseType"];
                /**
                 * @description Separated by spaces; must include `openid`; optional `email`, `profile`
                 * @example openid email profile
                 */
                scope: components["parameters"]["Scope"];
                /**
                 * @description The OAuth application's client ID
                 * @example app_4Jx2mQ
                 */
                client_id: components["parameters"]["ClientId"];
                /**
                 * @description The registered redirect URI; query parameters may be added where the application allows it
                 * @example https://www.example.com/callback
                 */
                redirect_uri: components["parameters"]["RedirectUri"];
                /**
                 * @description Echoed unchanged on the redirect back
                 * @example 7c1f
                 */
                state?: components["parameters"]["State"];
                /**
                 * @description `none`: do not show the sign-in page; `login`: show it even to a customer who is signed in
                 * @example none
                 */
                prompt?: components["parameters"]["Prompt"];
                /**
                 * @description Comes back in the ID token unchanged
                 * @example n-0S6_WzA2Mj
                 */
                nonce?: components["parameters"]["Nonce"];
                /**
                 * @description PKCE challenge (RFC 7636)
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                code_challenge?: components["parameters"]["CodeChallenge"];
                /**
                 * @description Required with `code_challenge`; `plain` is refused
                 * @example S256
                 */
                code_challenge_method?: components["parameters"]["CodeChallengeMethod"];
                /**
                 * @description Seconds since the customer signed in, beyond which they must sign in again
                 * @example 3600
                 */
                max_age?: components["parameters"]["MaxAge"];
                /**
                 * @description Asks for `acr` in the ID token, whatever the value; there is one, `1`
                 * @example 1
                 */
                acr_values?: components["parameters"]["AcrValues"];
                /**
                 * @description E-mail address to start the sign-in with
                 * @example ada@example.com
                 */
                login_hint?: components["parameters"]["LoginHint"];
                /**
                 * @description An ID token received earlier; it may have expired
                 * @example eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMDEifQ.c2ln
                 */
                id_token_hint?: components["parameters"]["IdTokenHint"];
                /**
                 * @description Only `query` is supported
                 * @example query
                 */
                response_mode?: components["parameters"]["ResponseMode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            302: components["responses"]["RedirectBack"];
            400: components["responses"]["BadRequestPage"];
            403: components["responses"]["PlainHttpPage"];
            404: components["responses"]["NotFoundPage"];
            405: components["responses"]["MethodNotAllowedPage"];
            429: components["responses"]["RateLimitedPage"];
            431: components["responses"]["HeadersTooLargePage"];
            500: components["responses"]["InternalErrorPage"];
            503: components["responses"]["ServiceUnavailablePage"];
        };
    };
    authorizeByPost: {
        parameters: {
            query?: {
                /**
                 * @description Must be `code`
                 * @example code
                 */
                response_type?: components["parameters"]["OptionalResponseType"];
                /**
                 * @description Separated by spaces; must include `openid`; optional `email`, `profile`
                 * @example openid email profile
                 */
                scope?: components["parameters"]["OptionalScope"];
                /**
                 * @description The OAuth application's client ID
                 * @example app_4Jx2mQ
                 */
                client_id?: components["parameters"]["OptionalClientId"];
                /**
                 * @description The registered redirect URI; query parameters may be added where the application allows it
                 * @example https://www.example.com/callback
                 */
                redirect_uri?: components["parameters"]["OptionalRedirectUri"];
                /**
                 * @description Echoed unchanged on the redirect back
                 * @example 7c1f
                 */
                state?: components["parameters"]["State"];
                /**
                 * @description `none`: do not show the sign-in page; `login`: show it even to a customer who is signed in
                 * @example none
                 */
                prompt?: components["parameters"]["Prompt"];
                /**
                 * @description Comes back in the ID token unchanged
                 * @example n-0S6_WzA2Mj
                 */
                nonce?: components["parameters"]["Nonce"];
                /**
                 * @description PKCE challenge (RFC 7636)
                 * @example E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                 */
                code_challenge?: components["parameters"]["CodeChallenge"];
                /**
                 * @description Required with `code_challenge`; `plain` is refused
                 * @example S256
                 */
                code_challenge_method?: components["parameters"]["CodeChallengeMethod"];
                /**
                 * @description Seconds since the customer signed in, beyond which they must sign in again
                 * @example 3600
                 */
                max_age?: components["parameters"]["MaxAge"];
                /**
                 * @description Asks for `acr` in the ID token, whatever the value; there is one, `1`
                 * @example 1
                 */
                acr_values?: components["parameters"]["AcrValues"];
                /**
                 * @description E-mail address to start the sign-in with
                 * @example ada@example.com
                 */
                login_hint?: components["parameters"]["LoginHint"];
                /**
                 * @description An ID token received earlier; it may have expired
                 * @example eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMDEifQ.c2ln
                 */
                id_token_hint?: components["parameters"]["IdTokenHint"];
                /**
                 * @description Only `query` is supported
                 * @example query
                 */
                response_mode?: components["parameters"]["ResponseMode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "response_type": "code",
                 *       "scope": "openid email",
                 *       "client_id": "app_4Jx2mQ",
                 *       "redirect_uri": "https://www.example.com/callback",
                 *       "state": "7c1f"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["AuthorizeForm"];
            };
        };
        responses: {
            303: components["responses"]["RedirectByGet"];
            400: components["responses"]["BadRequestPage"];
            403: components["responses"]["PlainHttpPage"];
            404: components["responses"]["NotFoundPage"];
            405: components["responses"]["MethodNotAllowedPage"];
            413: components["responses"]["RequestTooLargePage"];
            415: components["responses"]["UnsupportedMediaTypePage"];
            429: components["responses"]["RateLimitedPage"];
            431: components["responses"]["HeadersTooLargePage"];
            500: components["responses"]["InternalErrorPage"];
            503: components["responses"]["ServiceUnavailablePage"];
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "authorization_code",
                 *       "code": "Xk3vQw9m",
                 *       "redirect_uri": "https://www.example.com/callback"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TokenForm"];
            };
        };
        responses: {
            /** @description The tokens */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "8sT1vY",
                     *       "token_type": "Bearer",
                     *       "expires_in": 7200,
                     *       "scope": "openid email",
                     *       "created_at": 1767225600,
                     *       "id_token": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMDEifQ.c2ln"
                     *     }
                     */
                    "application/json": components["schemas"]["TokenResponse"];
                };
            };
            400: components["responses"]["TokenRefused"];
            401: components["responses"]["InvalidClient"];
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            413: components["responses"]["OAuthRequestTooLarge"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    getUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer as of now */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sub": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "member_id": "memb_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "plan_slugs": [
                     *         "supporter"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Userinfo"];
                };
            };
            400: components["responses"]["UserinfoRefused"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            413: components["responses"]["OAuthRequestTooLarge"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    postUserinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer as of now */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sub": "cus_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "member_id": "memb_01hv3k8m2q4r6s8t0v2w4x6y8z",
                     *       "email": "ada@example.com",
                     *       "email_verified": true,
                     *       "plan_slugs": [
                     *         "supporter"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Userinfo"];
                };
            };
            400: components["responses"]["UserinfoRefused"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            413: components["responses"]["OAuthRequestTooLarge"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: {
                /**
                 * @description The OAuth application's client ID
                 * @example app_4Jx2mQ
                 */
                client_id?: components["parameters"]["OptionalClientId"];
                /**
                 * @description An ID token received earlier; it may have expired
                 * @example eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMDEifQ.c2ln
                 */
                id_token_hint?: components["parameters"]["IdTokenHint"];
                /**
                 * @description Must equal the one registered for the application of `client_id` or of the hint's `aud`
                 * @example https://www.example.com/bye
                 */
                post_logout_redirect_uri?: components["parameters"]["PostLogoutRedirectUri"];
                /**
                 * @description Echoed unchanged on the redirect back
                 * @example 7c1f
                 */
                state?: components["parameters"]["State"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["SignOutPage"];
            302: components["responses"]["RedirectAfterSignOut"];
            400: components["responses"]["BadRequestPage"];
            403: components["responses"]["PlainHttpPage"];
            404: components["responses"]["NotFoundPage"];
            405: components["responses"]["MethodNotAllowedPage"];
            429: components["responses"]["RateLimitedPage"];
            431: components["responses"]["HeadersTooLargePage"];
            500: components["responses"]["InternalErrorPage"];
            503: components["responses"]["ServiceUnavailablePage"];
        };
    };
    endSessionByPost: {
        parameters: {
            query?: {
                /**
                 * @description The OAuth application's client ID
                 * @example app_4Jx2mQ
                 */
                client_id?: components["parameters"]["OptionalClientId"];
                /**
                 * @description An ID token received earlier; it may have expired
                 * @example eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjdXNfMDEifQ.c2ln
                 */
                id_token_hint?: components["parameters"]["IdTokenHint"];
                /**
                 * @description Must equal the one registered for the application of `client_id` or of the hint's `aud`
                 * @example https://www.example.com/bye
                 */
                post_logout_redirect_uri?: components["parameters"]["PostLogoutRedirectUri"];
                /**
                 * @description Echoed unchanged on the redirect back
                 * @example 7c1f
                 */
                state?: components["parameters"]["State"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "client_id": "app_4Jx2mQ",
                 *       "post_logout_redirect_uri": "https://www.example.com/bye"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["EndSessionForm"];
            };
        };
        responses: {
            200: components["responses"]["SignOutPage"];
            303: components["responses"]["RedirectByGet"];
            400: components["responses"]["BadRequestPage"];
            403: components["responses"]["ForbiddenPage"];
            404: components["responses"]["NotFoundPage"];
            405: components["responses"]["MethodNotAllowedPage"];
            413: components["responses"]["RequestTooLargePage"];
            415: components["responses"]["UnsupportedMediaTypePage"];
            429: components["responses"]["RateLimitedPage"];
            431: components["responses"]["HeadersTooLargePage"];
            500: components["responses"]["InternalErrorPage"];
            503: components["responses"]["ServiceUnavailablePage"];
        };
    };
    getOpenidConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProviderMetadata"];
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    getOauthAuthorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ProviderMetadata"];
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys in use, those about to be used and those retired */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cacheable"];
                    "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kty": "RSA",
                     *           "use": "sig",
                     *           "alg": "RS256",
                     *           "kid": "2026-01",
                     *           "n": "u1SU1LfVLPHCozMxH2Mo",
                     *           "e": "AQAB"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    getSigningKeyPem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key in use */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cacheable"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo
                     *     -----END PUBLIC KEY-----
                     */
                    "application/x-pem-file": components["schemas"]["PublicKeyPem"];
                };
            };
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
    getSigningKeysPem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key in use, then the others */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cacheable"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo
                     *     -----END PUBLIC KEY-----
                     *     -----BEGIN PUBLIC KEY-----
                     *     MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvLfVLPHCozMxH2Mou1SU
                     *     -----END PUBLIC KEY-----
                     */
                    "application/x-pem-file": components["schemas"]["PublicKeyPem"];
                };
            };
            403: components["responses"]["OAuthHttpsRequired"];
            404: components["responses"]["OAuthNotFound"];
            405: components["responses"]["OAuthMethodNotAllowed"];
            429: components["responses"]["OAuthRateLimited"];
            500: components["responses"]["OAuthServerError"];
            503: components["responses"]["OAuthUnavailable"];
        };
    };
}

// Signing in, and what applications get from it.
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { mainTextOf } from '../browser/html.ts';
import { answerOf } from '../outside/relying-party.ts';
import { addressOf, type Journey } from './journey.ts';

/** The code is used up, and the page says where to ask for another one. */
const CODE_IS_OVER = 410;

const byEmailedCode: Journey = {
  name: 'a sign-in by an e-mailed code',
  prepare: async ({ site }, name) => {
    const browser = site.newBrowser();
    return async (attempts) => {
      const codePage = await attempts.submit(browser, await attempts.open(browser, '/sign-in'), {
        fields: { email: addressOf(name) },
      });
      const code = await browser.newestCode(addressOf(name));
      const page = await attempts.submit(browser, codePage, { fields: { code } });
      return page.statusCode === 200 ? mainTextOf(page.body).includes(addressOf(name)) : page.statusCode;
    };
  },
  comesTo: true,
  afterLostAnswer: [CODE_IS_OVER],
};

const byApplication: Journey = {
  name: 'an application gets a code, a token and the claims',
  prepare: async ({ site, party }, name) => {
    const browser = await site.signedIn(addressOf(name));
    return async (attempts) => {
      const code = answerOf(await attempts.send(() => party.authorize(browser)))['code'] ?? '';
      const tokens = await attempts.send(() => party.redeem(code));
      if (tokens.statusCode !== 200) return tokens.json<{ error: string }>().error;
      const { access_token: token } = tokens.json<{ access_token: string }>();
      return (await attempts.send(() => party.userinfo(token))).json<{ email: string }>().email === addressOf(name);
    };
  },
  comesTo: true,
  // A code that was redeemed is not redeemed again.
  afterLostAnswer: ['invalid_grant'],
};

const otherAddress: Journey = {
  name: 'a reader changes their e-mail address',
  prepare: async ({ site }, name) => {
    const browser = await site.signedIn(addressOf(name));
    const [present, next] = [addressOf(name), addressOf(`new-${name}`)];
    return async (attempts) => {
      const asked = await attempts.submit(browser, await attempts.open(browser, '/email-address'), {
        fields: { email: next },
      });
      const proved = await attempts.submit(browser, asked, { fields: { code: await browser.newestCode(present) } });
      if (proved.statusCode !== 200) return proved.statusCode;
      const changed = await attempts.submit(browser, proved, { fields: { code: await browser.newestCode(next) } });
      if (changed.statusCode !== 200) return changed.statusCode;
      return mainTextOf((await browser.open('/')).body).includes(next);
    };
  },
  comesTo: true,
  afterLostAnswer: [CODE_IS_OVER],
};

const erasure: Journey = {
  name: 'a reader erases their account',
  prepare: async ({ site }, name) => {
    const browser = await site.signedIn(addressOf(name));
    await browser.submit(await browser.open('/free_offering/subscribe'));
    return async (attempts) => {
      const codePage = await attempts.submit(browser, await attempts.open(browser, '/erase-account'));
      const page = await attempts.submit(browser, codePage, {
        fields: { code: await browser.newestCode(addressOf(name)) },
      });
      const left = await findCustomerByEmail(
        site.publication,
        site.service.database,
        parseEmailAddress(addressOf(name)),
      );
      return [page.statusCode, left];
    };
  },
  comesTo: [200, undefined],
  afterLostAnswer: [[CODE_IS_OVER, undefined]],
};

export const SIGN_IN_JOURNEYS = [byEmailedCode, byApplication, otherAddress, erasure];

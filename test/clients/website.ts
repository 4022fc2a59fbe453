// A publisher's website of the tests: listens on loopback under another host name than the service, so that cookies and sites stay apart, and
// tells as JSON whom it takes the visitor for.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { ApplicationSettings } from '../../src/models/sign-in/oauth-application.ts';
import { HttpBrowser, type Page } from '../support/browser/http-browser.ts';
import { startLiveService, type LiveService, type Registered } from '../support/service/live-service.ts';

export interface Website {
  readonly live: LiveService;
  readonly registered: Registered;
  /** Such as http://127.0.0.1:5000. */
  readonly origin: string;
  newBrowser(): HttpBrowser;
  close(): Promise<void>;
}

/** What the website knows of itself and of the service. */
export interface Setting {
  readonly siteUrl: string;
  readonly origin: string;
  readonly registered: Registered;
}

type Registration = (origin: string) => ApplicationSettings;
type Build = (setting: Setting) => RequestListener;

/** Starts the service and the website, each knowing the other. */
export async function startWebsite(registration: Registration, build: Build): Promise<Website> {
  const live = await startLiveService();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  const registered = await live.register(registration(origin));
  server.on('request', build({ siteUrl: live.siteUrl, origin, registered }));
  const browsers: HttpBrowser[] = [];
  const newBrowser = (): HttpBrowser => {
    const browser = new HttpBrowser();
    browsers.push(browser);
    return browser;
  };
  const close = async (): Promise<void> => {
    await Promise.all(browsers.map((browser) => browser.close()));
    server.closeAllConnections();
    server.close();
    await live.close();
  };
  return { live, registered, origin, newBrowser, close };
}

/** What the website answered in JSON. */
export function read(page: Page): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(page.body) as Readonly<Record<string, unknown>>;
  } catch {
    throw new Error(`${page.url.href} (${page.status}) is no JSON: ${page.body.slice(0, 500)}`);
  }
}

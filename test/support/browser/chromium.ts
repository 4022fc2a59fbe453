// A real Chromium, as the set-up found it. It tells of every page that broke a rule: policy violations, failed scripts, requests elsewhere.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { preparedChromium } from '../../../scripts/setup/chromium.mjs';

export interface Visitor {
  readonly context: BrowserContext;
  /** What the browser complained of, and requests to hosts other than localhost. */
  readonly complaints: readonly string[];
}

/** Scripts are run as they were first compiled: a page is left long before it has paid to compile them for speed. */
const SCRIPTS_COMPILED_ONCE = '--js-flags=--no-turbofan,--no-maglev';

/** Throws where there is no Chromium: a run without it has to be seen, not skipped. */
export function launchChromium(): Promise<Browser> {
  const executablePath = preparedChromium();
  if (executablePath === undefined)
    throw new Error('there is no Chromium: node scripts/setup.mjs --tests finds or installs one');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', SCRIPTS_COMPILED_ONCE] });
}

export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext(options);
  const complaints: string[] = [];
  context.on('console', (message) => {
    // A page that answers 4xx is shown to the visitor, and is not a fault of the page.
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource: the server responded with a status of 4')
    )
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') complaints.push(`a request to ${request.url()}`);
  });
  context.setDefaultTimeout(20_000);
  return { context, complaints };
}

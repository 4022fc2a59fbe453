// A real Chromium, as the set-up found it. It records faults of pages: policy violations, failed scripts, requests to other hosts.
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { preparedChromium } from '../../../scripts/setup/chromium.mjs';

export interface Visitor {
  readonly context: BrowserContext;
  /** The errors that the browser reported, and requests to hosts other than localhost. */
  readonly complaints: readonly string[];
}

/** No optimizing compiler: a page is closed long before optimized code has paid off. */
const SCRIPTS_COMPILED_ONCE = '--js-flags=--no-turbofan,--no-maglev';

/** Throws where there is no Chromium, since a run without it must fail and not be skipped. */
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
    // An answer of 4xx is shown to the visitor; it is no fault of the page.
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

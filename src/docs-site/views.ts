// Renders the pages of the documentation and sets their headers. They are the same for everybody, hold no secret and
// set no cookie. The engine escapes all values; raw HTML comes from our own files only.
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { Config } from '../config.ts';
import { ASSET_PATHS } from './assets.ts';
import type { DocumentName, Format } from './contract.ts';
import type { ErrorCode } from './error-codes.ts';
import { SAMPLE_LANGUAGES, type Guide } from './guide.ts';
import { AUDIENCES, DOCS_PATH, FIRST_GUIDE, GUIDES, pathOf, REFERENCE_PATH, type GuideName } from './paths.ts';

const eta = new Eta({ views: fileURLToPath(new URL('views', import.meta.url)), cache: true, rmWhitespace: true });
/** The placeholder of the samples for the reader's own test key; docs.js finds it by its attribute. */
const KEY_PLACEHOLDER = 'key_test_YOUR_KEY';

export interface Search {
  readonly action: string;
  readonly query: string;
  readonly total: number;
  readonly codes: readonly ErrorCode[];
}

/** The data of the layout. */
interface Frame {
  readonly home: string;
  readonly reference: string;
  readonly contract: string;
  readonly stylesheet: string;
  /** Which API keys may be filled in: those of test environments, none in production. */
  readonly keys: 'test' | 'none';
}

export class Views {
  readonly #frame: Frame;
  readonly #version: string;

  constructor(config: Pick<Config, 'environment'>, version: string) {
    const contract = contractPath(version, 'openapi', 'yaml');
    this.#version = version;
    this.#frame = {
      home: DOCS_PATH,
      reference: REFERENCE_PATH,
      contract,
      stylesheet: ASSET_PATHS.stylesheet,
      keys: config.environment === 'test' ? 'test' : 'none',
    };
  }

  guide(name: GuideName, text: Guide, search: Search | undefined): string {
    const links = GUIDES.map((guide) => ({
      href: pathOf(guide.name),
      title: guide.title,
      audience: guide.audience,
      isCurrent: guide.name === name,
    }));
    const groups = AUDIENCES.map((audience) => ({
      audience,
      guides: links.filter((link) => link.audience === audience),
    }));
    const sameReader = groups.find(({ guides }) => guides.some(({ isCurrent }) => isCurrent))?.guides ?? [];
    const place = sameReader.findIndex(({ isCurrent }) => isCurrent);
    let number = 0;
    const nextNumber = (): number => (number += 1);
    const html = this.#render('guide', {
      kind: name === FIRST_GUIDE ? 'is-guide is-first' : 'is-guide',
      title: text.title,
      description: text.summary,
      scripts: [ASSET_PATHS.script],
      text,
      groups,
      search,
      previous: sameReader[place - 1],
      next: sameReader[place + 1],
      languages: SAMPLE_LANGUAGES,
      nextNumber,
    });
    return html.replaceAll(KEY_PLACEHOLDER, `<span data-own-key>${KEY_PLACEHOLDER}</span>`);
  }

  /** @param nonce of this answer */
  reference(nonce: string): string {
    return this.#render('reference', {
      kind: 'is-reference',
      title: 'API reference',
      description: 'Every operation, parameter and answer of the data API and of the sign-in provider.',
      scripts: [ASSET_PATHS.script, ASSET_PATHS.scalar, ASSET_PATHS.referenceScript],
      contract: contractPath(this.#version, 'openapi', 'json'),
      tries: this.#frame.keys === 'test' ? 'yes' : 'no',
      nonce,
    });
  }

  errorPage(title: string, description: string): string {
    return this.#render('not-found', { kind: 'is-fault', title, description, scripts: [] });
  }

  /** @param policy directives beside those of every page */
  headers(policy: readonly string[] = ["script-src 'self'", "style-src 'self'"]): Record<string, string> {
    const all = [
      "default-src 'none'",
      ...policy,
      "img-src 'self' data:",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ];
    return {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': all.join('; '),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    };
  }

  #render(view: string, data: object): string {
    return eta.render(view, { nonce: '', search: undefined, ...data, frame: this.#frame });
  }
}

export function contractPath(version: string, name: DocumentName, format: Format): string {
  return `${DOCS_PATH}/${version}/${name}.${format}`;
}

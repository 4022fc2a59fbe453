// Loads the guides from the Markdown files in docs/ on first use, and replaces example URLs and links by those of this
// deployment.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { isLocalDemo, type Config } from '../config.ts';
import type { Contract } from './contract.ts';
import type { Guide } from './guide.ts';
import { imageTag } from './images.ts';
import { GUIDES, pathOf, REFERENCE_PATH, type GuideName } from './paths.ts';

/** The example URLs of the files, which are replaced by those of this deployment. */
const API_URL = 'https://api.example.com';
const SITE_URL = 'https://news.example.com';
const FOLDER = new URL('../../docs/', import.meta.url);
const OPERATION_LINK = /^(?:\.\.\/)+openapi\.yaml(?:#(\w+))?$/;
const FILE_LINK = /^([\w./-]+)(#[\w-]+)?$/;

export class Guides {
  readonly #config: Pick<Config, 'apiUrl' | 'environment'>;
  readonly #contract: Contract;
  readonly #texts = new Map<GuideName, Promise<Guide>>();

  constructor(config: Pick<Config, 'apiUrl' | 'environment'>, contract: Contract) {
    this.#config = config;
    this.#contract = contract;
  }

  get(name: GuideName): Promise<Guide> {
    const text = this.#texts.get(name) ?? this.#read(name);
    this.#texts.set(name, text);
    return text;
  }

  async #read(name: GuideName): Promise<Guide> {
    const path = GUIDES.find((guide) => guide.name === name)?.file ?? '';
    // The renderer is imported lazily, so that the start does not wait for it.
    const [{ readMarkdown }, file] = await Promise.all([
      import('./markdown.ts'),
      readFile(new URL(path, FOLDER), 'utf8'),
    ]);
    return readMarkdown(this.#withOwnAddresses(file), {
      toHref: (link) => this.#hrefOf(path, link),
      toImage: (tag) => imageTag(tag),
    });
  }

  /**
   * In the local demo the site has the URL of the API; elsewhere the site is the publisher's, which is not known here.
   */
  #withOwnAddresses(markdown: string): string {
    const { apiUrl } = this.#config;
    const own = markdown.replaceAll(API_URL, apiUrl).replaceAll(new URL(API_URL).host, new URL(apiUrl).host);
    return isLocalDemo(this.#config) ? own.replaceAll(SITE_URL, apiUrl) : own;
  }

  /** Returns undefined for a file of the project that is not served here: its name is then shown without a link. */
  #hrefOf(from: string, link: string): string | undefined {
    const [, operationId] = OPERATION_LINK.exec(link) ?? [];
    if (operationId !== undefined) return referenceOf(this.#contract, operationId);
    if (OPERATION_LINK.test(link)) return REFERENCE_PATH;
    const [, file, fragment = ''] = FILE_LINK.exec(link) ?? [];
    if (file === undefined) return link;
    const path = posix.join(posix.dirname(from), file);
    const guide = GUIDES.find((one) => one.file === path);
    return guide === undefined ? undefined : `${pathOf(guide.name)}${fragment}`;
  }
}

/** The link to an operation on the reference page. Throws for an operation that the contract does not have. */
function referenceOf({ operations }: Contract, operationId: string): string {
  const operation = operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`a guide links to ${operationId}, which is no operation`);
  return `${REFERENCE_PATH}#tag/${operation.tag}/${operation.method}${operation.path}`;
}

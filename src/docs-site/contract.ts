// The contract for tools, at stable paths for each version: openapi.yaml with the URLs of this deployment and with links
// from operations to their guides, and the document that generators of clients take.
import { readFileSync } from 'node:fs';
import { isLocalDemo, type Config } from '../config.ts';

/** The documents by the names of their files, that for generators first. */
export const DOCUMENTS = ['openapi-for-generators', 'openapi'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];
export const FORMATS = ['yaml', 'json'] as const;
export type Format = (typeof FORMATS)[number];

export interface ContractOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** The statuses, each with the error codes that its description names. */
  readonly answers: ReadonlyMap<number, readonly string[]>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
  externalDocs?: { readonly description: string; readonly url: string };
}

interface Schema {
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly servers: readonly object[];
  readonly paths: Readonly<Record<string, Record<string, Operation> & { servers?: object[] }>>;
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

export interface ContractText {
  readonly mediaType: string;
  readonly body: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const MEDIA_TYPES: Readonly<Record<Format, string>> = { yaml: 'application/yaml', json: 'application/json' };
/** Error codes are quoted with backquotes in the descriptions of answers. */
const CODE = /`([a-z_]+)`/g;

export class Contract {
  readonly version: string;
  readonly operations: readonly ContractOperation[];
  readonly #document: Document;
  readonly #forGenerators: object;
  readonly #texts = new Map<string, ContractText>();

  /** @param guideOf the path of the guide of an operation, by operationId */
  constructor(
    config: Pick<Config, 'apiUrl' | 'environment'>,
    guideOf: Readonly<Record<string, { readonly path: string; readonly title: string }>>,
  ) {
    const servers = [{ url: config.apiUrl, description: 'The data API' }];
    this.#forGenerators = { ...read('openapi-for-generators'), servers };
    const document = { ...read('openapi'), servers };
    for (const item of Object.values(document.paths)) {
      // Publications have sites of their own; in the local demo one address serves everything.
      if (item.servers !== undefined && isLocalDemo(config))
        item.servers = [{ url: config.apiUrl, description: 'The site of the demo publication' }];
      for (const operation of METHODS.flatMap((method) => item[method] ?? [])) {
        const guide = guideOf[operation.operationId];
        if (guide !== undefined)
          operation.externalDocs = { description: `Guide: ${guide.title}`, url: `${config.apiUrl}${guide.path}` };
      }
    }
    this.#document = document;
    this.version = document.info.version;
    this.operations = Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) =>
        item[method] === undefined ? [] : [toOperation(document, path, method, item[method])],
      ),
    );
  }

  async text(name: DocumentName, format: Format): Promise<ContractText> {
    const file = `${name}.${format}`;
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const document = name === 'openapi' ? this.#document : this.#forGenerators;
    const body =
      format === 'json'
        ? `${JSON.stringify(document, undefined, 2)}\n`
        : // Quoted for readers of YAML 1.1, too, who would take 2023-04-11 for a date and `no` for false.
          (await import('yaml')).stringify(document, { lineWidth: 140, version: '1.1', singleQuote: true });
    const text = { mediaType: MEDIA_TYPES[format], body };
    this.#texts.set(file, text);
    return text;
  }

  /** Every error code that the contract enumerates, each once, with its sources. */
  errorCodes(): ReadonlyMap<string, readonly string[]> {
    const { schemas } = this.#document.components;
    const dataApi = schemas['ErrorCode']?.enum ?? [];
    const token = schemas['OAuthErrorCode']?.enum ?? [];
    const userinfo = schemas['BearerError']?.properties?.['error']?.enum ?? [];
    const sources = new Map<string, string[]>();
    const add = (codes: readonly string[], source: (code: string) => string): void => {
      for (const code of codes) sources.set(code, [...(sources.get(code) ?? []), source(code)]);
    };
    add(dataApi, (code) => ['Data API', ...this.#statusesOf('data-api', code)].join(' '));
    add(token, () => 'Token endpoint');
    add(userinfo, () => 'Userinfo');
    return sources;
  }

  #statusesOf(tag: string, code: string): number[] {
    const statuses = this.operations
      .filter((operation) => operation.tag === tag)
      .flatMap(({ answers }) => [...answers].filter(([, codes]) => codes.includes(code)).map(([status]) => status));
    return [...new Set(statuses)].toSorted((a, b) => a - b);
  }
}

function read(name: DocumentName): Document {
  return JSON.parse(readFileSync(new URL(`../../generated/${name}.json`, import.meta.url), 'utf8'));
}

function toOperation(
  { components }: Document,
  path: string,
  method: string,
  { operationId, tags, summary, responses }: Operation,
): ContractOperation {
  const answers = Object.entries(responses).map(([status, response]): [number, readonly string[]] => {
    const { description = '' } =
      response.$ref === undefined
        ? response
        : (components.responses[response.$ref.slice(response.$ref.lastIndexOf('/') + 1)] ?? {});
    return [Number(status), [...description.matchAll(CODE)].map(([, code = '']) => code)];
  });
  return { operationId, method: method.toUpperCase(), path, tag: tags[0] ?? '', summary, answers: new Map(answers) };
}

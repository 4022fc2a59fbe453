// Reads the parts of multipart/form-data (RFC 7578) one after another as they arrive, with as much memory as a piece of the
// body takes. What is not well-formed is refused.

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const CLOSING = '--';
const CLOSING_LENGTH = 2;
const HEADERS_MAX = 8192;
const DISPOSITION = /^content-disposition:[ \t]*form-data[ \t]*;(.*)$/im;
const NAME = /;[ \t]*name="([^"]*)"/;
const FILE_NAME = /;[ \t]*filename\*?=/;

/** The body is not well-formed, or ended too early. */
export class MalformedParts extends Error {
  override readonly name = 'MalformedParts';
}

interface Part {
  readonly name: string;
  readonly isFile: boolean;
}

export class PartReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** What was read and not handed out: the delimiter of the first part has no end of a line before it. */
  #rest: Buffer = LINE_END;
  #isInPart = true;

  /**
   * @param contentType with the boundary
   * Throws MalformedParts without one.
   */
  constructor(body: AsyncIterable<Uint8Array>, contentType: string) {
    const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    if (boundary === undefined) throw new MalformedParts('there is no boundary');
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#source = body[Symbol.asyncIterator]();
  }

  /** Goes on to the next part, past what is left of this one; undefined behind the last. Throws MalformedParts. */
  async next(): Promise<Part | undefined> {
    for await (const _ of this.content());
    const next = (await this.#take(CLOSING_LENGTH)).toString('latin1');
    if (next === CLOSING) {
      while (await this.#more()) this.#rest = Buffer.alloc(0);
      return undefined;
    }
    if (next !== '\r\n') throw new MalformedParts('a boundary is followed by something else');
    const headers = await this.#headers();
    this.#isInPart = true;
    const [, disposition] = DISPOSITION.exec(headers) ?? [];
    const [, name] = NAME.exec(`;${disposition ?? ''}`) ?? [];
    if (name === undefined) throw new MalformedParts('a part has no name');
    return { name: unescaped(name), isFile: FILE_NAME.test(`;${disposition ?? ''}`) };
  }

  /** Yields what is left of the part. Throws MalformedParts where the body ends within it. */
  async *content(): AsyncGenerator<Buffer> {
    while (this.#isInPart) {
      const at = this.#rest.indexOf(this.#delimiter);
      // The last bytes may be the beginning of the delimiter.
      const length = at === -1 ? Math.max(0, this.#rest.length - this.#delimiter.length + 1) : at;
      const piece = this.#rest.subarray(0, length);
      this.#isInPart = at === -1;
      this.#rest = this.#rest.subarray(at === -1 ? length : at + this.#delimiter.length);
      if (piece.length > 0) yield piece;
      else if (this.#isInPart && !(await this.#more())) throw new MalformedParts('the body ends within a part');
    }
  }

  async #headers(): Promise<string> {
    let end = this.#rest.indexOf(HEADERS_END);
    while (end === -1) {
      if (this.#rest.length > HEADERS_MAX || !(await this.#more())) throw new MalformedParts('a part has no headers');
      end = this.#rest.indexOf(HEADERS_END);
    }
    const headers = this.#rest.subarray(0, end).toString('utf8');
    this.#rest = this.#rest.subarray(end + HEADERS_END.length);
    return headers;
  }

  async #take(length: number): Promise<Buffer> {
    while (this.#rest.length < length) if (!(await this.#more())) throw new MalformedParts('the body has no end');
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) return false;
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }
}

/** Browsers escape what would end the name. */
function unescaped(name: string): string {
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

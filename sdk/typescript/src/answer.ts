// What a method returns: a promise of the object, or of a page, which is at the same time an iterator over all pages.

export interface AnswerWithResponse<T> {
  readonly data: T;
  readonly response: Response;
}

/** A promise of what the service answered. The request is on its way already. */
export class Answer<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Answer';
  readonly #sent: Promise<AnswerWithResponse<T>>;

  constructor(sent: Promise<AnswerWithResponse<T>>) {
    this.#sent = sent;
  }

  /** The HTTP response beside the object: status, headers, and a body that can be read once more. */
  withResponse(): Promise<AnswerWithResponse<T>> {
    return this.#sent;
  }

  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#sent.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then((value) => value).finally(onFinally);
  }
}

/** A page as the service answers it. */
export interface Page<T> {
  readonly objects: readonly T[];
  readonly next_page: string | null;
}

/** A promise of one page; iterated, every object of that page and of all that follow, each page fetched when the one before is used up. */
export class PageAnswer<T, P extends Page<T> = Page<T>> extends Answer<P> implements AsyncIterable<T> {
  readonly #next: (page: string) => PageAnswer<T, P>;

  constructor(sent: Promise<AnswerWithResponse<P>>, next: (page: string) => PageAnswer<T, P>) {
    super(sent);
    this.#next = next;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.objects;
  }

  /** This page and all that follow. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let page = await this.then((first) => first);
    yield page;
    while (page.next_page !== null) {
      page = await this.#next(page.next_page);
      yield page;
    }
  }
}

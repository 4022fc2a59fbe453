// Work that waits for its turn when there is more of it than can be done: one piece after the other, each owner in turn,
// and nothing that would have to wait too long.

/** Our choice: how many are under way at once. More would only wait for the database's connections. */
const RUNNING_MAX = 100;
/** Our choice: of one owner, so that what it waits for holds up nobody else. */
const RUNNING_MAX_OF_OWNER = RUNNING_MAX / 2;
/** Our choice: how much the time between the last two starts counts in the mean; a pause of the process counts little. */
const NEWEST_SHARE = 0.1;
const LONGEST_MILLISECONDS = 50;
const FIRST_GUESS_MILLISECONDS = 2;
/** Our choice: of the longest wait, what may be expected of new work, so that little is refused after it has waited. */
const EXPECTED_SHARE = 0.5;

export interface Waiting {
  start(): void;
  /** It is not started. */
  refuse(): void;
}

interface Entry extends Waiting {
  /** By the clock of the queue. */
  readonly since: number;
}

export class FairQueue {
  readonly #maxWait: number;
  readonly #now: () => number;
  /** By owner, in the order of their turns; no list is empty. */
  readonly #waiting = new Map<string, Entry[]>();
  readonly #running = new Map<string, number>();
  #underWay = 0;
  /** Mean milliseconds between two starts while work waits. */
  #interval = FIRST_GUESS_MILLISECONDS;
  #lastStart: number | undefined;

  /** @param maxWait milliseconds @param now milliseconds of a clock that never steps */
  constructor(maxWait: number, now: () => number = () => performance.now()) {
    this.#maxWait = maxWait;
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Keeps the work until its turn comes, or refuses it at once where that would be too late. */
  add(owner: string, work: Waiting): void {
    if (this.#ahead(owner) * this.#interval > this.#maxWait * EXPECTED_SHARE) {
      work.refuse();
      return;
    }
    const entry: Entry = { start: () => work.start(), refuse: () => work.refuse(), since: this.#now() };
    const own = this.#waiting.get(owner);
    if (own === undefined) this.#waiting.set(owner, [entry]);
    else own.push(entry);
  }

  /** Starts the next, where there is one that may start. Returns whether it did. */
  startNext(): boolean {
    if (this.#underWay >= RUNNING_MAX) return false;
    for (const [owner, entries] of this.#waiting) {
      if ((this.#running.get(owner) ?? 0) >= RUNNING_MAX_OF_OWNER) continue;
      const next = entries.shift();
      // Behind all others.
      this.#waiting.delete(owner);
      if (entries.length > 0) this.#waiting.set(owner, entries);
      this.#measure();
      next?.start();
      return true;
    }
    return false;
  }

  /** Refuses what has waited too long, such as behind a database that does not answer. */
  refuseLate(): void {
    const latest = this.#now() - this.#maxWait;
    for (const [owner, entries] of this.#waiting) {
      const inTime = entries.filter(({ since }) => since >= latest);
      if (inTime.length === entries.length) continue;
      if (inTime.length > 0) this.#waiting.set(owner, inTime);
      else this.#waiting.delete(owner);
      for (const entry of entries) if (entry.since < latest) entry.refuse();
    }
  }

  /** Counts a piece of work as under way until `end` is called with the same owner. */
  begin(owner: string): void {
    this.#underWay += 1;
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
  }

  end(owner: string): void {
    this.#underWay -= 1;
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
  }

  /** How many are started before one that this owner adds now. */
  #ahead(owner: string): number {
    const own = this.#waiting.get(owner)?.length ?? 0;
    let ahead = 0;
    for (const entries of this.#waiting.values()) ahead += Math.min(entries.length, own + 1);
    return ahead;
  }

  #measure(): void {
    const now = this.#now();
    if (this.#lastStart !== undefined) {
      const interval = Math.min(now - this.#lastStart, LONGEST_MILLISECONDS);
      this.#interval += NEWEST_SHARE * (interval - this.#interval);
    }
    this.#lastStart = this.isEmpty ? undefined : now;
  }
}

// Whether the replica is read now, and what its operator is told: once that it is not, and once that it is again.
import type { ReplicaState } from '../connection.ts';

const FRESH: ReplicaState = { standing: 'fresh', cause: '' };
/** Our choice: each standby falls behind now and then. */
const BEHIND_UNTOLD_MILLISECONDS = 10_000;

export class ReplicaStanding {
  readonly #onChange: (state: ReplicaState) => void;
  #state = FRESH;
  #leftAt = 0;
  #told: ReplicaState['standing'] = 'fresh';

  constructor(onChange: (state: ReplicaState) => void) {
    this.#onChange = onChange;
  }

  get state(): ReplicaState {
    return this.#state;
  }

  get isGood(): boolean {
    return this.#state.standing === 'fresh';
  }

  note(state: ReplicaState): void {
    if (this.isGood) this.#leftAt = performance.now();
    this.#state = state;
    if (state.standing !== 'behind' || performance.now() - this.#leftAt > BEHIND_UNTOLD_MILLISECONDS) this.#tell();
  }

  #tell(): void {
    if (this.#told === this.#state.standing) return;
    this.#told = this.#state.standing;
    this.#onChange(this.#state);
  }
}

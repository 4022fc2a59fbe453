// What parts print that run beside each other: each part's in one piece. The one that began first prints at once; what the others print is kept
// until it is their turn.
export interface Turn {
  print(text: string): void;
  end(): void;
}

interface Speaker {
  kept: string;
  hasEnded: boolean;
}

export class Turns {
  readonly #speakers: Speaker[] = [];
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  begin(): Turn {
    const speaker = { kept: '', hasEnded: false };
    this.#speakers.push(speaker);
    return {
      print: (text) => {
        if (this.#speakers[0] === speaker) this.#write(text);
        else speaker.kept += text;
      },
      end: () => {
        speaker.hasEnded = true;
        this.#passOn();
      },
    };
  }

  #passOn(): void {
    while (this.#speakers[0]?.hasEnded === true) {
      this.#speakers.shift();
      this.#write(this.#speakers[0]?.kept ?? '');
    }
  }
}

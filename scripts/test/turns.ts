// Prints the output of concurrent parts, each in one piece. The part that started first prints at once; the output of the others is buffered until
// their turn.
export interface Turn {
  print(text: string): void;
  end(): void;
}

interface Speaker {
  buffered: string;
  hasEnded: boolean;
}

export class Turns {
  readonly #speakers: Speaker[] = [];
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  begin(): Turn {
    const speaker = { buffered: '', hasEnded: false };
    this.#speakers.push(speaker);
    return {
      print: (text) => {
        if (this.#speakers[0] === speaker) this.#write(text);
        else speaker.buffered += text;
      },
      end: () => {
        speaker.hasEnded = true;
        this.#flush();
      },
    };
  }

  #flush(): void {
    while (this.#speakers[0]?.hasEnded === true) {
      this.#speakers.shift();
      this.#write(this.#speakers[0]?.buffered ?? '');
    }
  }
}

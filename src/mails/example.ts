// Mails with made-up facts, which the dashboard shows beside the words that a publisher adds.
import type { Example, Mail, MailContent, Reader } from './mail.ts';

export const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** The columns of every due mail. */
export const EXAMPLE_ROW = { id: 'example', publicationId: '', customerId: '' } as const;

/** The mail with its facts, and what stands for {plan} in the words that are added. */
interface WrittenExample {
  readonly content: MailContent;
  readonly planName: string;
}

/** Returns undefined for a mail that has no example, as those to staff. */
export type WriteExample = (example: Example, reader: Reader) => WrittenExample | undefined;

export function exampleOf<Facts>(mail: Mail<Facts>): WriteExample {
  return (example, reader) => {
    if (mail.example === undefined) return undefined;
    const facts = mail.example(example);
    const content = mail.write(facts, reader);
    return content && { content, planName: mail.planName?.(facts) ?? '' };
  };
}

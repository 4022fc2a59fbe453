// The postal address of a person, and the present and the former e-mail addresses: who changed each, and until when it can be undone.
import { listAddressChanges } from '../../models/people/address-change.ts';
import type { Service } from '../../service.ts';
import { formatMoment } from '../../views/formats.ts';
import { postalLines } from '../../views/postal/postal-text.ts';
import type { Visit } from '../visit.ts';
import type { PartFrame, PersonRow } from './part.ts';

interface Addresses {
  /** Empty for a person without an address. */
  readonly present: string;
  /** When it was proved; empty if it was not. */
  readonly proved: string;
  /** The lines of the postal address; empty for none. */
  readonly postal: readonly string[];
  readonly former: readonly {
    readonly email: string;
    readonly changed: string;
    /** Until when its owner can take the account back; empty if they cannot. */
    readonly undo: string;
  }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/addresses': Addresses & PartFrame;
  }
}

export async function readAddresses(
  { database, clock }: Service,
  { session: { publication }, language: { t, tag } }: Visit,
  { id, email, emailVerifiedAt, postalAddress }: PersonRow,
): Promise<Addresses> {
  const changes = await listAddressChanges(publication, database, id);
  const moment = (at: number): string => formatMoment(at, tag, publication.timeZone);
  const now = clock.now().getTime();
  return {
    present: email ?? '',
    proved: emailVerifiedAt === null ? '' : moment(emailVerifiedAt),
    postal: postalLines(postalAddress, { tag }),
    former: changes.map(({ formerEmail, changedBy, createdAt, undoUntil }) => ({
      email: formerEmail,
      changed: t(`dashboard.reader.changed-by.${changedBy}`, { time: moment(createdAt) }),
      undo: undoUntil === null || undoUntil <= now ? '' : t('dashboard.reader.undo-until', { time: moment(undoUntil) }),
    })),
  };
}

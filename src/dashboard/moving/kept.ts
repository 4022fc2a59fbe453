// Where the files of this room's forms are kept while they arrive.
import type { KeptFile } from '../../http/bodies/upload.ts';
import { keepUpload, removeUpload } from '../../models/lifecycle/upload.ts';
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';

export function discard({ database }: Service, { session }: Visit, { id }: KeptFile): Promise<void> {
  return database.transaction((transaction) => removeUpload(session.publication, transaction, id));
}

export const KEPT = {
  keep: (service: Service, { session }: Visit, content: AsyncIterable<Uint8Array>): Promise<KeptFile> =>
    keepUpload(service, session.publication, content),
  discard,
};

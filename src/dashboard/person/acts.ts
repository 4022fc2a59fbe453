// What can be done for a person: links to the pages of the room `helping/`, for those who may do it.
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';
import type { PersonRow } from './part.ts';

interface Acts {
  readonly links: readonly { readonly href: string; readonly text: string; readonly isDanger: boolean }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/acts': Acts;
  }
}

export async function readActs(_service: Service, _visit: Visit, _person: PersonRow): Promise<Acts> {
  return { links: [] };
}

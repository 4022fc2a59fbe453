// A publication with an editor who is signed in to its dashboard.
import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { signedInStaff } from '../../support/publications/staff.ts';
import type { TestService } from '../../support/service/service.ts';

type Fields = Readonly<Record<string, string>>;

export interface Editing {
  readonly site: PayingSite;
  readonly editor: Browser;
  readonly base: string;
  /** Opens a page of the dashboard. */
  open(path: string): Promise<LightMyRequestResponse>;
  /** Sends a form of a page; the page that has it is the same unless it is named. */
  send(action: string, fields?: Fields, page?: string): Promise<LightMyRequestResponse>;
  /** What a new visitor reads on a hosted page. */
  hosted(path: string): Promise<string>;
}

export async function givenEditing(service: TestService): Promise<Editing> {
  const site = await givenPayingSite(service);
  const editor = await signedInStaff(service, site.publication, 'editor', `e@${site.publication.siteHost}`);
  const base = `/dashboard/${site.publication.id}`;
  return {
    site,
    editor,
    base,
    open: (path) => editor.open(base + path),
    send: async (action, fields = {}, page = action) =>
      editor.submit(await editor.open(base + page), fields, base + action),
    hosted: async (path) => {
      const { statusCode, body } = await site.newBrowser().open(path);
      return `${statusCode} ${mainTextOf(body)}`;
    },
  };
}

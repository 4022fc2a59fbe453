// The columns of a publication, beside its id and its name, that every request reads which it addresses. Whoever reads them asks
// whether the publication is being moved (move-state.ts).
import { detailColumns } from './details.ts';
import { lookColumns } from './look.ts';

/** Publications must be selected as `p`. */
export const publicationColumns = `p.site_url, p.site_host, ${lookColumns}, ${detailColumns}, p.locale, p.time_zone, p.move_state`;

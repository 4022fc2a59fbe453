import { reader } from './person.ts';
import { EDITORS, type Rows } from './row.ts';

export const LETTING_IN_ROWS: Rows = {
  '/people/:customer/sign-in-link': {
    see: EDITORS,
    send: EDITORS,
    params: reader,
    act: { name: 'customer.send-sign-in-link', table: 'sign_in_links', adds: 1 },
  },
};

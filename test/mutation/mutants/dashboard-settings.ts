// Faults of the settings of a publication, and of connecting payments.
import type { Mutant } from '../mutant.ts';

const SETTINGS = ['test/dashboard/settings/settings.test.ts'];
const PAYMENTS = ['test/dashboard/settings/payments.test.ts'];

export const DASHBOARD_SETTINGS_MUTANTS: readonly Mutant[] = [
  {
    what: 'A preview saves what it shows',
    file: 'src/dashboard/settings/settings.ts',
    find: "if (fieldOf(form, 'do') === 'preview')",
    replace: "if (fieldOf(form, 'do') === 'never')",
    part: 'sqlite',
    tests: SETTINGS,
  },
  {
    what: 'A preview can be clicked',
    file: 'src/views/frame.ts',
    find: 'isPreview: brand?.isPreview ?? false,',
    replace: 'isPreview: false,',
    part: 'sqlite',
    tests: SETTINGS,
  },
  {
    what: 'A form of settings undoes what somebody else changed meanwhile',
    file: 'src/dashboard/settings/settings-fields.ts',
    find: 'const changed = FIELDS.filter((field) => typed[field] !== shown[field]);',
    replace: "const changed = FIELDS.filter((field) => typed[field] !== '');",
    part: 'sqlite',
    tests: SETTINGS,
  },
  {
    what: 'Every form takes files under any name',
    file: 'src/site/form.ts',
    find: 'if (!Object.keys(uploads).every((name) => files.includes(name)))',
    replace: 'if (!Object.keys(uploads).every((name) => name !== undefined))',
    part: 'sqlite',
    tests: SETTINGS,
  },
  {
    what: 'A form without file fields is read as multipart',
    file: 'src/http/body.ts',
    find: "const hasFiles = expected === 'files' && isMultipart(request.headers);",
    replace: 'const hasFiles = isMultipart(request.headers);',
    part: 'sqlite',
    tests: SETTINGS,
  },
  {
    what: 'A test environment takes a live key',
    file: 'src/payments/stripe/connect.ts',
    find: 'if (given !== mode)',
    replace: 'if (given === undefined)',
    part: 'sqlite',
    tests: PAYMENTS,
  },
  {
    what: 'A key is stored before the gateway was asked',
    file: 'src/payments/stripe/connect.ts',
    find: 'const state = await readOwn(parts.config, account);',
    replace: "const state = { id: 'acct_standin', country: null, canCharge: true };",
    part: 'sqlite',
    tests: PAYMENTS,
  },
  {
    what: 'The key of another account takes the place of one that collects',
    file: 'src/payments/stripe/connection.ts',
    find: 'if (formerId !== undefined && formerId !== accountId && ',
    replace: 'if (formerId === accountId && ',
    part: 'sqlite',
    tests: PAYMENTS,
  },
  {
    what: 'A page shows the key that was entered',
    file: 'templates/dashboard/settings/payments.eta',
    find: "type: 'password', value: '',",
    replace: "type: 'password', value: 'sk_test_own',",
    part: 'sqlite',
    tests: PAYMENTS,
  },
];
